// What dice are made of, as the pixels of their faces show it: the shader, and the block of noise that it looks into.
//
// A material is a number, which the style sheet gives (`--material`): 0 resin, 1 wood, 2 gem, 3 metal, 4 bone, 5 resin with
// glitter in it.
const SIZE = 32; // points of noise along each edge of the block, which goes on beyond its edges as it began

// A block of noise as a texture, the same in every visit.
export function noiseOn(gl) {
  let state = 1;
  const noise = Uint8Array.from({ length: SIZE ** 3 }, () => (state = (state * 48271) % 2147483647) >> 8);
  gl.bindTexture(gl.TEXTURE_3D, gl.createTexture());
  gl.texImage3D(gl.TEXTURE_3D, 0, gl.R8, SIZE, SIZE, SIZE, 0, gl.RED, gl.UNSIGNED_BYTE, noise);
  gl.texParameteri(gl.TEXTURE_3D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
}

// The shader of a die's pixels, for a texture of numbers that has so many columns and rows.
export const PIXEL = (columns, rows) => `#version 300 es
precision highp float;
precision mediump sampler3D;
uniform sampler2D numbers;
uniform sampler3D block;
in vec3 outwards, onNumber, within, offMiddle;
in vec4 bodyColour, inkColour;
in float edges;
flat in float material;
out vec4 colour;
const vec3 LIGHT = vec3(-0.56, 0.42, 0.714);
const vec3 HALFWAY = vec3(-0.3024, 0.2268, 0.9258); // between the light and the eye
float noise(vec3 at) { return texture(block, at / ${SIZE}.0).r; }

// Rings around a trunk that is not quite straight, and fibres along it.
vec3 wood(vec3 base) {
  vec3 at = within * vec3(1.0, 0.35, 1.0);
  float bent = noise(at * 2.2) + 0.5 * noise(at * 5.0);
  float ring = fract(length(at.xz + vec2(0.9, 0.4)) * 5.5 + bent * 1.1);
  float grain = smoothstep(0.0, 0.75, ring) * (1.0 - smoothstep(0.8, 1.0, ring));
  float fibre = noise(within * vec3(26.0, 3.0, 26.0));
  return base * (0.62 + 0.5 * grain) * (0.82 + 0.36 * fibre);
}

// Dark where light hardly comes through, glowing where it gathers on the far side; the cuts behind catch it one by one.
vec3 gem(vec3 base, vec3 n) {
  vec3 through = refract(vec3(0.0, 0.0, -1.0), n, 0.6);
  vec3 leaves = normalize(offMiddle + through * 1.3);
  vec3 cut = floor(leaves * 2.3 + 0.37);
  float catches = fract(sin(dot(cut, vec3(12.99, 78.23, 37.72))) * 43758.5);
  float gathers = pow(max(0.0, dot(leaves, -LIGHT) * 0.5 + 0.5), 3.0);
  float veil = smoothstep(0.45, 0.8, noise((within + through * 0.6) * 3.0));
  float rim = pow(1.0 - max(n.z, 0.0), 3.0);
  float glow = 0.12 + 0.9 * gathers + 0.75 * catches * catches + 0.2 * veil;
  return base * glow + smoothstep(0.9, 1.0, catches) * 0.16 + rim * base * 0.8;
}

// A room that the metal mirrors: a bright window up on the left, a dark horizon, a warm table.
vec3 metal(vec3 base, vec3 n) {
  vec3 back = reflect(vec3(0.0, 0.0, -1.0), n);
  float brushed = 0.1 * (noise(vec3(within.x * 3.0, within.y * 60.0, within.z * 3.0)) - 0.5);
  float up = (back.y + 0.45 * offMiddle.y) * 0.8 - (back.x + 0.45 * offMiddle.x) * 0.45 + brushed;
  float sky = smoothstep(-0.02, 0.5, up);
  float window = smoothstep(0.38, 0.5, up) * (1.0 - smoothstep(0.74, 0.9, up));
  float table = smoothstep(-0.05, -0.75, up);
  return base * (0.2 + 0.5 * sky + 0.85 * window + 0.75 * table) + 0.1 * window;
}

// Warm and cloudy, with fine pores.
vec3 bone(vec3 base, float worn) {
  float cloud = noise(within * 3.5);
  float pores = smoothstep(0.72, 0.92, noise(within * vec3(30.0, 9.0, 30.0)));
  vec3 old = base * vec3(0.86, 0.72, 0.5);
  return mix(base, old, clamp(0.55 * cloud + 0.45 * worn - 0.1, 0.0, 1.0)) * (1.0 - 0.28 * pores);
}

void main() {
  vec3 n = normalize(outwards);
  float number = floor(onNumber.z + 0.5);
  float cell = max(number - 1.0, 0.0);
  vec2 around = clamp(onNumber.xy * vec2(0.5, -0.5) + 0.5, 0.02, 0.98);
  vec2 at = (vec2(mod(cell, ${columns}.0), floor(cell / ${columns}.0)) + around) / vec2(${columns}.0, ${rows}.0);
  float inside = step(max(abs(onNumber.x), abs(onNumber.y)), 0.98) * step(0.5, number);
  float inked = texture(numbers, at).r * inside;
  float side = 1.0 - step(0.5, number);
  float edge = side * edges;
  vec3 base = bodyColour.rgb;
  float gloss = inkColour.a;
  float light = 0.36 + 0.14 * n.y + 0.12 * n.z + 0.62 * max(dot(n, LIGHT), 0.0);
  vec3 lit;
  if (material < 0.5) lit = base * light;
  else if (material < 1.5) lit = wood(base) * light;
  else if (material < 2.5) lit = gem(base, n);
  else if (material < 3.5) lit = metal(base, n) * (0.55 + 0.5 * light);
  else if (material < 4.5) lit = bone(base, side) * (0.12 + 0.88 * light);
  else {
    float speck = noise(floor(within * 44.0) + 0.5);
    lit = base * light + step(0.86, speck) * pow(noise(floor(within * 44.0) * 1.7 + n * 9.0), 3.0) * inkColour.rgb * 0.8;
  }
  lit = mix(lit, inkColour.rgb * (0.25 + 0.75 * light), max(inked, edge));
  bool clear = material > 1.5 && material < 2.5;
  float shine = gloss * pow(max(dot(n, HALFWAY), 0.0), clear ? 160.0 : 40.0) * (1.0 - 0.7 * inked);
  float rim = (0.12 + 0.1 * gloss) * pow(1.0 - max(n.z, 0.0), 2.0) * (1.0 - edges) * (1.0 - inked) * (clear ? 0.4 : 1.0);
  lit += shine + rim * (base + 0.2);
  colour = vec4(pow(min(lit, 1.0), vec3(1.0 / 2.2)), 1.0) * bodyColour.a * (clear ? 0.9 + 0.1 * inked : 1.0);
}`;
