// Makes the vendored files of the page from the packages that package-lock.json names; with --check it only sees whether they are as they are made.
import { readFileSync, writeFileSync } from 'node:fs';

const packages = new URL('./node_modules/', import.meta.url);
const page = new URL('../page/', import.meta.url);
const files = [
  ['preact/dist/preact.module.js', 'preact.js', 'preact'],
  ['preact/hooks/dist/hooks.module.js', 'preact-hooks.js', 'preact'],
  ['htm/dist/htm.module.js', 'htm.js', 'htm'],
  ['preact/LICENSE', 'preact-license.txt'],
  ['htm/LICENSE', 'htm-license.txt'],
];

/** What a vendored file has to be: that of the package, with its licence named and its imports made relative. */
function made(from, of) {
  const text = readFileSync(new URL(from, packages), 'utf8');
  if (!of) return text;
  const { version, license } = JSON.parse(readFileSync(new URL(`${of}/package.json`, packages), 'utf8'));
  const plain = text.replace(/\n?\/\/# sourceMappingURL=.*\n?/, '').replaceAll('from"preact"', 'from"./preact.js"');
  return `// ${of} ${version}, ${license}: see ${of}-license.txt. Made by browser/vendor.mjs.\n${plain}\n`;
}

const check = process.argv.includes('--check');
for (const [from, to, of] of files) {
  const [wanted, place] = [made(from, of), new URL(to, page)];
  if (!check) {
    writeFileSync(place, wanted);
  } else if (readFileSync(place, 'utf8') !== wanted) {
    console.error(`page/${to} is not what vendor.mjs makes: run \`npm run vendor\``);
    process.exitCode = 1;
  }
}
