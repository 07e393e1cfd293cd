// Draws dice with WebGL 2: one mesh a size, as many instances as dice, soft shadows below, numbers and pips from one texture.
import { PIXEL, noiseOn } from "./materials.mjs";
import { asSeen, mesh, radius, SIZES, standing, STRIDE } from "./solids.mjs";

// An instance: turn; place and radius; body colour and alpha; ink and gloss; edge, height, height of the middle at rest;
// material, which piece of it, how far behind its number what is on a face stands in the texture, and which number is left
// out since the page writes over it.
const PARTS = [[3, 4], [4, 4], [5, 4], [6, 4], [7, 3], [8, 4]];
const FLOATS = 23;
const CELL = 96; // pixels of a number's square in the texture
const COLUMNS = 5;
const ROWS = 6;
const NUMBERS = 20;
const PIPS = ["4", "26", "246", "0268", "02468", "023568"]; // by the places of a square, row by row from the top
const DROPPED = 0.45; // how much is seen of a die that does not count
const RISE = 0.3; // how much further up a die is seen for each pixel it is above the table
const NEAR = 1000; // CSS pixels from the eye to the tray, for a tray no larger than that

const COMMON = `#version 300 es
precision highp float;
uniform vec2 halfTray;
uniform float eye;
vec4 seen(vec3 at) { return vec4(at.xy / halfTray, -at.z / eye, 1.0 - at.z / eye); }
`;
const DIE_VERTEX = `${COMMON}
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec3 number;
layout(location = 3) in vec4 turn;
layout(location = 4) in vec4 place;
layout(location = 5) in vec4 body;
layout(location = 6) in vec4 ink;
layout(location = 7) in vec3 finish;
layout(location = 8) in vec4 made;
out vec3 outwards, onNumber, within, offMiddle;
out vec4 bodyColour, inkColour;
out float edges;
flat out float material;
const float BULGE = 0.22; // how far flat faces are lit as if they were round
vec3 turned(vec3 v) { return v + 2.0 * cross(turn.xyz, cross(turn.xyz, v) + turn.w * v); }
void main() {
  outwards = turned(mix(normal, normalize(position), BULGE * (1.0 - finish.x)));
  onNumber = vec3(number.xy, number.z > 0.5 && number.z != made.w ? number.z + made.z : 0.0);
  within = position + 7.31 * made.y;
  offMiddle = turned(position);
  material = made.x;
  bodyColour = body;
  inkColour = ink;
  edges = finish.x;
  gl_Position = seen(place.xyz + turned(position) * place.w);
}`;
const DIE_PIXEL = PIXEL(COLUMNS, ROWS);
const SHADOW_VERTEX = `${COMMON}
layout(location = 0) in vec2 corner;
layout(location = 4) in vec4 place;
layout(location = 5) in vec4 body;
layout(location = 7) in vec3 finish;
out vec2 at;
out float dark;
void main() {
  float above = finish.y / place.w;
  float wide = place.w * (1.28 + 0.35 * above);
  at = corner;
  dark = body.a * 0.62 / (1.0 + 0.9 * above) * (1.0 - finish.x); // outlined dice need none
  gl_Position = seen(vec3(place.xy + vec2(0.34, -0.42) * (finish.y + finish.z) + corner * wide, 0.0));
}`;
const SHADOW_PIXEL = `#version 300 es
precision mediump float;
in vec2 at;
in float dark;
out vec4 colour;
void main() {
  float off = dot(at, at);
  float soft = pow(max(0.0, 1.0 - off), 1.6) + 0.5 * pow(max(0.0, 1.0 - 1.7 * off), 2.0);
  colour = vec4(0.0, 0.0, 0.0, min(dark * soft, 0.85));
}`;

// The numbers 1 to 20, white on black, 6 and 9 underlined; and the pips of 1 to 6.
function numbersOn(canvas) {
  Object.assign(canvas, { width: COLUMNS * CELL, height: ROWS * CELL });
  const pen = canvas.getContext("2d");
  pen.fillStyle = "black";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = "white";
  pen.textAlign = "center";
  const corner = (cell) => [(cell % COLUMNS) * CELL, Math.floor(cell / COLUMNS) * CELL];
  for (let number = 1; number <= NUMBERS; number += 1) {
    const [left, y] = corner(number - 1);
    const x = left + CELL / 2;
    pen.font = `bold ${CELL * (number > 9 ? 0.78 : 0.98)}px system-ui, sans-serif`;
    const { actualBoundingBoxAscent: above, actualBoundingBoxDescent: below } = pen.measureText(number);
    const underlined = number === 6 || number === 9;
    pen.fillText(number, x, y + CELL / 2 + (above - below) / 2 - (underlined ? CELL * 0.05 : 0), CELL * 0.96);
    if (underlined) pen.fillRect(x - CELL * 0.24, y + CELL * 0.885, CELL * 0.48, CELL * 0.075);
  }
  PIPS.forEach((places, nth) => {
    const [left, top] = corner(NUMBERS + nth);
    for (const place of places) {
      pen.beginPath();
      pen.arc(left + CELL * (0.18 + 0.32 * (place % 3)), top + CELL * (0.18 + 0.32 * Math.floor(place / 3)), CELL * 0.125, 0, 7);
      pen.fill();
    }
  });
  return canvas;
}

function program(gl, vertex, pixel) {
  const made = gl.createProgram();
  for (const [type, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, pixel]]) {
    const shader = gl.createShader(type);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(made, shader);
  }
  gl.linkProgram(made);
  return { made, halfTray: gl.getUniformLocation(made, "halfTray"), eye: gl.getUniformLocation(made, "eye") };
}

// Sets up a canvas to draw on and returns `{resize, draw, release}`; `paper` is another, empty canvas to write numbers on.
// Throws an error where WebGL 2 is missing.
export function renderer(canvas, paper) {
  const gl = canvas.getContext("webgl2", { alpha: true, antialias: true, depth: true, powerPreference: "low-power" });
  if (!gl) throw new Error("no WebGL 2");
  const dice = program(gl, DIE_VERTEX, DIE_PIXEL);
  const shadows = program(gl, SHADOW_VERTEX, SHADOW_PIXEL);
  for (const { made } of [dice, shadows]) {
    if (!gl.getProgramParameter(made, gl.LINK_STATUS)) throw new Error(`WebGL 2: ${gl.getProgramInfoLog(made)}`);
  }

  gl.activeTexture(gl.TEXTURE1);
  noiseOn(gl);
  gl.useProgram(dice.made);
  gl.uniform1i(gl.getUniformLocation(dice.made, "block"), 1);
  gl.activeTexture(gl.TEXTURE0);
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.R8, gl.RED, gl.UNSIGNED_BYTE, numbersOn(paper));
  gl.generateMipmap(gl.TEXTURE_2D);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);

  const instances = gl.createBuffer();
  const solid = (floats, attributes) => {
    const stride = attributes.reduce((sum, [, size]) => sum + size, 0);
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, floats, gl.STATIC_DRAW);
    attributes.reduce((offset, [location, size]) => {
      gl.enableVertexAttribArray(location);
      gl.vertexAttribPointer(location, size, gl.FLOAT, false, stride * 4, offset);
      return offset + size * 4;
    }, 0);
    return { array, corners: floats.length / stride };
  };
  const meshes = new Map(SIZES.map((sides) => [sides, solid(mesh(sides), [[0, 3], [1, 3], [2, STRIDE - 6]])]));
  const blot = solid(new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1]), [[0, 2]]);

  const drawInstances = ({ array, corners }, mode, first, count) => {
    gl.bindVertexArray(array);
    PARTS.reduce((offset, [location, size]) => {
      gl.enableVertexAttribArray(location);
      gl.vertexAttribPointer(location, size, gl.FLOAT, false, FLOATS * 4, offset);
      gl.vertexAttribDivisor(location, 1);
      return offset + size * 4;
    }, first * FLOATS * 4);
    gl.drawArraysInstanced(mode, 0, corners, count);
  };

  let tray = { width: 1, height: 1 };
  const use = ({ made, halfTray, eye }) => {
    gl.useProgram(made);
    gl.uniform2f(halfTray, tray.width / 2, tray.height / 2);
    gl.uniform1f(eye, Math.max(NEAR, 1.5 * Math.max(tray.width, tray.height)));
  };

  gl.enable(gl.BLEND);
  gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  gl.enable(gl.CULL_FACE);

  return {
    // The tray in CSS pixels, and how many pixels are drawn for each.
    resize(width, height, ratio) {
      tray = { width, height };
      canvas.width = Math.max(1, Math.round(width * ratio));
      canvas.height = Math.max(1, Math.round(height * ratio));
      gl.viewport(0, 0, canvas.width, canvas.height);
    },

    // Draws `{die, x, y, z, turn, size, seen, lies, told}`; a die that does not count pales as it lies down, and one that
    // counts as something else than its face loses its number once it is `told` how it counts; a die's `look` is `{body, ink, gloss, edge, material, pips}`, colours in linear
    // light.
    draw(poses) {
      const seen = poses.filter((one) => one.seen > 0).sort((a, b) => a.die.sides - b.die.sides);
      const floats = new Float32Array(seen.length * FLOATS);
      seen.forEach(({ die, x, y, z, turn, size, seen: shown, lies, told }, nth) => {
        const { body, ink, gloss, edge, material, pips } = die.look;
        const alpha = shown * (die.kind === "dropped" ? 1 - (1 - DROPPED) * lies : 1);
        const reach = radius(size);
        const rest = standing(die.sides, turn) * reach;
        floats.set([...asSeen(die.sides, turn), x, y + z * RISE, z, reach, ...body, alpha, ...ink, gloss, edge, z, rest, material, die.piece, pips && die.sides === 6 ? NUMBERS : 0, told && die.worth ? die.face : 0], nth * FLOATS);
      });
      gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
      gl.bindBuffer(gl.ARRAY_BUFFER, instances);
      gl.bufferData(gl.ARRAY_BUFFER, floats, gl.STREAM_DRAW);
      gl.disable(gl.DEPTH_TEST);
      use(shadows);
      drawInstances(blot, gl.TRIANGLE_STRIP, 0, seen.length);
      gl.enable(gl.DEPTH_TEST);
      use(dice);
      for (let first = 0, next; first < seen.length; first = next) {
        const { sides } = seen[first].die;
        next = seen.findLastIndex((one) => one.die.sides === sides) + 1;
        drawInstances(meshes.get(sides), gl.TRIANGLES, first, next - first);
      }
    },

    // Gives everything on the graphics card back.
    release: () => gl.getExtension("WEBGL_lose_context")?.loseContext(),
  };
}
