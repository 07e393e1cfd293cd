// What the built site uses that the oldest browsers of package.json lack, by MDN's browser-compat-data:
// `node browsers.mjs <site> < {"members": {name: file}, "attributes": {name: file}, "own": [name]}`, which are those of its
// Python. It answers {feature: {browsers, files}}.
//
// A name without a known owner, as `.close`, is left alone if the site gives it to something of its own, and counts as
// there if anything that has it is there. Newer syntax than that of 2022 is a mistake to the parser; the oldest browsers
// know all of 2022.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parse } from "acorn";

const [site] = process.argv.slice(2);
const ofPython = JSON.parse(readFileSync(0, "utf8"));
const load = (path) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), "utf8"));
const floors = load("package.json").browserslist.map((oldest) => oldest.replace("ios_saf", "safari_ios").split(" >= "));
const { api, css, html, javascript } = load("node_modules/@mdn/browser-compat-data/data.json");

const parts = (version) => String(version).replace("≤", "").split(".").map(Number);
function reached(version, oldest) {
  const [[major, minor = 0], [most, rest = 0]] = [parts(version), parts(oldest)];
  return major < most || (major === most && minor <= rest);
}
const has = ({ version_added: added, version_removed: removed, flags, alternative_name: other }, oldest) =>
  !flags && !other && typeof added === "string" && added !== "preview" && reached(added, oldest) && !(removed && reached(removed, oldest));
const lacking = ({ support }) =>
  floors.filter(([browser, oldest]) => ![support[browser]].flat().some((told) => has(told, oldest))).map(([browser]) => browser);

// Every feature by the last part of its name, below one branch of the data.
function index(branch, path, found = new Map()) {
  for (const [name, value] of Object.entries(branch)) {
    if (name === "__compat") continue;
    const here = `${path}.${name}`;
    if (value.__compat) found.set(name, [...(found.get(name) ?? []), [here, value.__compat]]);
    index(value, here, found);
  }
  return found;
}
const members = new Map();
for (const [branch, path] of [[api, "api"], [javascript.builtins, "javascript.builtins"]]) {
  for (const [owner, value] of Object.entries(branch)) {
    for (const [name, { __compat }] of Object.entries(value)) {
      if (!__compat) continue;
      const plain = name.replace(/_static$/, "");
      members.set(plain, [...(members.get(plain) ?? []), [`${path}.${owner}.${name}`, __compat]]);
    }
  }
}
const types = index(css.types, "css.types");
const attributes = new Map(Object.entries(html.global_attributes).map(([name, { __compat }]) => [name, [[`html.global_attributes.${name}`, __compat]]]));
for (const [element, value] of Object.entries(html.elements)) {
  for (const [name, { __compat }] of Object.entries(value)) {
    if (__compat && name !== "__compat") attributes.set(name, [...(attributes.get(name) ?? []), [`html.elements.${element}.${name}`, __compat]]);
  }
}

const missing = {};
function use(candidates, file) {
  const known = candidates.filter(([, compat]) => compat);
  if (!known.length || known.some(([, compat]) => !lacking(compat).length)) return;
  const [[name, compat]] = known;
  missing[name] ??= { browsers: lacking(compat), files: [] };
  if (!missing[name].files.includes(file)) missing[name].files.push(file);
}
const useOne = (value, name, file) => use([[name, value?.__compat]], file);

const OWNERS = {
  caches: "CacheStorage", crypto: "Crypto", document: "Document", globalThis: "Window", history: "History", indexedDB: "IDBFactory",
  location: "Location", navigator: "Navigator", performance: "Performance", self: "Window", window: "Window",
};
const builtins = (owner, name) => {
  const value = javascript.builtins[owner]?.[name];
  return value ? [[`javascript.builtins.${owner}.${name}`, value.__compat]] : [];
};
const owned = (owner, name) =>
  [name, `${name}_static`].map((key) => [`api.${owner}.${key}`, api[owner]?.[key]?.__compat]).filter(([, compat]) => compat);
const globals = (name) => [
  [`api.${name}`, api[name]?.__compat],
  [`javascript.builtins.${name}`, javascript.builtins[name]?.__compat],
  ...owned("Window", name),
];
function useMember(owner, name, file) {
  const exact = owner ? [...owned(OWNERS[owner] ?? owner, name), ...builtins(owner, name)] : [];
  if (exact.length) return use(exact, file);
  if (owner && OWNERS[owner] === "Window") return use(globals(name), file);
  if (!own.has(name)) use(members.get(name) ?? [], file);
}
function useSelectors(text, file) {
  for (const [, name] of text.matchAll(/(?<![\w-]):{1,2}([a-z-]+)\b|:{1,2}([a-z-]+)(?=[\s,.:#>[({)]|$)/g)) {
    if (name) useOne(css.selectors[name], `css.selectors.${name}`, file);
  }
  for (const [, name] of text.matchAll(/[\w\])*]:{1,2}([a-z-]+)/g)) useOne(css.selectors[name], `css.selectors.${name}`, file);
}

function walk(node, visit) {
  if (Array.isArray(node)) return node.forEach((one) => walk(one, visit));
  if (!node || typeof node.type !== "string") return;
  visit(node);
  for (const value of Object.values(node)) if (typeof value === "object") walk(value, visit);
}
const own = new Set(ofPython.own);
function findOwn(tree) {
  const named = ({ key, left, id }) => key?.name ?? key?.value ?? left?.property?.name ?? id?.name;
  walk(tree, (node) => {
    if (/^(MethodDefinition|PropertyDefinition|AssignmentExpression|FunctionDeclaration|ClassDeclaration|VariableDeclarator)$/.test(node.type)) own.add(named(node));
    if (node.type === "ObjectExpression") node.properties.forEach((one) => own.add(named(one)));
  });
}
function readScript(tree, file) {
  const declared = new Set();
  const declare = (pattern) => walk(pattern, ({ type, name }) => type === "Identifier" && declared.add(name));
  walk(tree, ({ type, id, params, local, param }) => {
    if (type === "VariableDeclarator" || /^(Function|Class)/.test(type)) declare(id);
    [params, local, param].forEach(declare);
  });
  walk(tree, (node) => {
    const { type, object, property, computed, key, callee, name, value } = node;
    if (type === "MemberExpression" && !computed && property.type === "Identifier") {
      const owner = object.type === "Identifier" && !declared.has(object.name) ? object.name : undefined;
      useMember(owner, property.name, file);
    }
    if (type === "ObjectPattern") for (const one of node.properties) if (one.key?.name) useMember(undefined, one.key.name, file);
    if (type === "Identifier" && !declared.has(name) && /^[A-Z]\w*[a-z]/.test(name)) use(globals(name), file);
    if ((type === "CallExpression" || type === "NewExpression") && callee.type === "Identifier" && !declared.has(callee.name)) use(globals(callee.name), file);
    if (type === "CallExpression" && callee.property?.name === "addEventListener" && node.arguments[0]?.type === "Literal") {
      use(members.get(`${node.arguments[0].value}_event`) ?? [], file);
    }
    if (type === "Literal" && typeof value === "string") useSelectors(value, file);
    if (type === "TemplateElement") useSelectors(value.raw, file);
  });
}

const UNITS = { dvh: "viewport_percentage_units_dynamic", svh: "viewport_percentage_units_small", lvh: "viewport_percentage_units_large", cqi: "container_query_length_units", cqb: "container_query_length_units", cqmin: "container_query_length_units" };
function readStyles(text, file) {
  const plain = text.replace(/url\((?:"[^"]*"|[^)]*)\)|"[^"]*"/g, "");
  for (const [, name, prelude] of plain.matchAll(/@([a-z-]+)([^{;]*)/g)) {
    if (name === "supports") continue;
    useOne(css["at-rules"][name], `css.at-rules.${name}`, file);
    if (name !== "media") continue;
    for (const [, feature] of prelude.matchAll(/\((?:min-|max-)?([a-z-]+)/g)) useOne(css["at-rules"].media[feature], `css.at-rules.media.${feature}`, file);
    if (/[<>]/.test(prelude)) useOne(css["at-rules"].media.range_syntax, "css.at-rules.media.range_syntax", file);
  }
  for (const [, prelude] of plain.matchAll(/(?<=^|[{};])([^{};@]+)(?=\{)/g)) useSelectors(prelude, file);
  for (const [, name, value] of plain.matchAll(/(?<=[{;])([\w-]+):([^;{}]*)(?=[;}])/g)) {
    const property = css.properties[name] ?? css["at-rules"]["font-face"][name];
    useOne(property, `css.properties.${name}`, file);
    if (property && lacking(property.__compat).length) continue;
    for (const [, word] of value.matchAll(/(?<![\w#-])([a-z][a-z-]+)(?![\w(-])/g)) useOne(property?.[word], `css.properties.${name}.${word}`, file);
    for (const [, called] of value.matchAll(/([a-z][a-z-]*)\(/g)) use(types.get(called) ?? [], file);
    for (const [, unit] of value.matchAll(/\d([a-z]+)/g)) if (UNITS[unit]) useOne(css.types.length[UNITS[unit]], `css.types.length.${UNITS[unit]}`, file);
  }
}

function readPage(text, file) {
  for (const [, element, rest] of text.matchAll(/<([a-z][a-z0-9]*)((?:\s+[\w:-]+(?:="[^"]*")?)*)/g)) {
    useOne(html.elements[element], `html.elements.${element}`, file);
    for (const [, name, value] of rest.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)) {
      const attribute = html.elements[element]?.[name] ?? html.global_attributes[name];
      useOne(attribute, `html.${html.elements[element]?.[name] ? `elements.${element}` : "global_attributes"}.${name}`, file);
      if (value) useOne(attribute?.[value], `html.elements.${element}.${name}.${value}`, file);
    }
  }
}

const READERS = { css: readStyles, html: readPage, js: readScript, mjs: readScript };
const texts = readdirSync(site, { recursive: true }).sort().map((file) => [file, READERS[file.split(".").at(-1)]]);
const sources = texts.flatMap(([file, read]) => {
  if (!read) return [];
  const text = readFileSync(join(site, file), "utf8");
  if (read !== readScript) return [[file, read, text]];
  try {
    const tree = parse(text, { ecmaVersion: 2022, sourceType: "module" });
    findOwn(tree);
    return [[file, read, tree]];
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    missing[`newer syntax: ${error.message}`] = { browsers: [], files: [file] };
    return [];
  }
});
for (const [file, read, text] of sources) read(text, file);
for (const [name, file] of Object.entries(ofPython.members)) if (!own.has(name)) use(members.get(name) ?? [], file);
for (const [name, file] of Object.entries(ofPython.attributes)) use(attributes.get(name) ?? [], file);
process.stdout.write(JSON.stringify(missing, null, 1));
