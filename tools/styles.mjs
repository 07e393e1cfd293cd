// Writes a style sheet for the oldest browsers that package.json names, and short: `node styles.mjs < sheet`.
// Nested rules, light-dark() and the like are put in words that they know.
import { readFileSync } from "node:fs";
import { browserslistToTargets, transform } from "lightningcss";

const { browserslist } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const targets = browserslistToTargets(browserslist.map((oldest) => oldest.replace(" >= ", " ")));
process.stdout.write(transform({ filename: "", code: readFileSync(0), minify: true, targets }).code);
