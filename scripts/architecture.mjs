// Imports only go down, without cycles; core stays pure; files stay small and well named. Rules: docs/ARCHITECTURE.md.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const below = {
  core: [],
  demo: ['core'],
  server: ['core'],
  ui: ['core'],
  web: ['ui', 'core'],
  field: ['ui', 'core'],
  app: ['web', 'field', 'ui', 'core'],
};
// These folders are outside the floors and may import from every floor.
const outside = ['e2e', 'bench', 'scripts', 'docs'];
// The code that writes the demo into the database, and the code that lists its accounts.
const demoReaders = ['server/demo/', 'server/welcome.ts'];
const longest = 400;
const long = 250;
const bannedNames = ['utils', 'helpers', 'common', 'manager', 'data'];
const impure = [
  [/\bnew\s+Date\s*\(\s*\)/, 'new Date() sans argument'],
  [/\bDate\.now\b/, 'Date.now'],
  [/\bMath\.random\b/, 'Math.random'],
];

/** @returns {{ modules: number, problems: string[], warnings: string[] }} */
export function examine(root) {
  const problems = [];
  const warnings = [];
  const paths = [...Object.keys(below), ...outside].flatMap((floor) => sources(root, floor));
  const graph = new Map();
  for (const path of paths) {
    const text = readFileSync(join(root, path), 'utf8');
    const code = withoutComments(text);
    checkName(path, problems);
    checkLength(path, text, problems, warnings);
    if (isCore(path)) checkPurity(path, code, problems);
    const imports = importsOf(code);
    graph.set(
      path,
      imports.filter((found) => !found.typeOnly).map((found) => target(root, path, found.from)),
    );
    for (const { from } of imports) checkImport(root, path, from, problems);
  }
  problems.push(...circles(graph), ...loadedTooEarly(graph));
  return { modules: paths.length, problems, warnings };
}

function sources(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : sources(root, path);
    return /\.(ts|tsx|mjs|mts)$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : [];
  });
}

// Keeps strings, because they hold the import paths. A template or pattern that looks like a comment is harmless.
export function withoutComments(text) {
  return text.replace(
    /('(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`)|\/\*[\s\S]*?\*\/|(^|[^:\\/])\/\/[^\n]*/g,
    (_all, string, before) => string ?? before ?? ' ',
  );
}

export function importsOf(code) {
  const found = [];
  // `import { type A }` still runs the other module under verbatimModuleSyntax: only `import type` does not.
  const statement =
    /(?:^|[\n;}])\s*(import|export)\s+(type\s+)?((?:[\w*$\s,{}]|\bas\b)*?)\s*from\s*(['"])([^'"\n]+)\4/g;
  for (const [, , type, , , from] of code.matchAll(statement)) {
    found.push({ from, typeOnly: Boolean(type) });
  }
  for (const [, , from] of code.matchAll(/(?:^|[\n;}])\s*import\s*(['"])([^'"\n]+)\1/g))
    found.push({ from, typeOnly: false });
  // A dynamic import runs later: it is a dependency, but no cycle at load time.
  for (const [, , from] of code.matchAll(/\bimport\s*\(\s*(['"`])([^'"`\n]+)\1/g)) found.push({ from, typeOnly: true });
  return found;
}

// The path inside the project, or null for a package.
function target(root, path, from) {
  if (from.startsWith('#')) return from.slice(1);
  if (from.startsWith('.')) return relative(root, resolve(root, dirname(path), from.replace(/[?#].*$/, '')));
  return null;
}

function checkImport(root, path, from, problems) {
  const floor = path.split('/')[0];
  const to = target(root, path, from);
  if (outside.includes(floor)) return;
  if (to === null) {
    if (isCore(path) && !isCorePackage(from)) problems.push(`${path} importe ${from} : core n'importe que zod`);
    return;
  }
  if (/\.(ts|tsx|mjs)$/.test(to) && !existsSync(join(root, to)))
    problems.push(`${path} importe ${from}, qui n'existe pas`);
  const other = to.split('/')[0];
  if (other === floor || below[floor]?.includes(other) || !isCode(other)) return;
  if (other === 'demo' && demoReaders.some((reader) => path.startsWith(reader))) return;
  if (isTest(path)) return;
  problems.push(`${path} importe ${from} : ${floor} ne connaît pas ${other}`);
}

const isCode = (floor) => floor in below || outside.includes(floor);
const isTest = (path) => /\.test\.tsx?$/.test(path) || path.includes('/testing/');
const isCore = (path) => path.startsWith('core/') && !isTest(path);
const isCorePackage = (from) => /^(zod|temporal-polyfill)(\/|$)/.test(from);

function checkPurity(path, code, problems) {
  for (const [pattern, name] of impure)
    if (pattern.test(code)) problems.push(`${path} : ${name} est interdit dans core`);
}

function checkName(path, problems) {
  const name = basename(path).replace(/(\.test)?\.\w+$/, '');
  if (bannedNames.includes(name)) problems.push(`${path} : le nom « ${name} » ne dit rien`);
}

function checkLength(path, text, problems, warnings) {
  // The demo's lists of names are long by nature.
  if (path.startsWith('demo/')) return;
  const lines = text.split('\n').length - 1;
  if (lines > longest) problems.push(`${path} : ${lines} lignes (${longest} au plus)`);
  else if (lines > long) warnings.push(`${path} : ${lines} lignes`);
}

export function circles(graph) {
  const found = [];
  const state = new Map();
  const trail = [];
  const visit = (path) => {
    if (state.get(path) === 'done' || !graph.has(path)) return;
    if (state.get(path) === 'open') {
      found.push(`Cercle : ${[...trail.slice(trail.indexOf(path)), path].join(' → ')}`);
      return;
    }
    state.set(path, 'open');
    trail.push(path);
    for (const next of graph.get(path)) visit(next);
    trail.pop();
    state.set(path, 'done');
  };
  for (const path of graph.keys()) visit(path);
  return found;
}

/** A telephone loads these with a weak network before its first screen: no entity, no form. */
const early = 'field/Field.tsx';
const notEarly = ['core/kernel/entity-endpoints.ts', 'core/kernel/schema.ts', 'core/kernel/input.ts'];

export function loadedTooEarly(graph) {
  const from = new Map([[early, null]]);
  for (const path of from.keys())
    for (const next of graph.get(path) ?? []) if (next !== null && !from.has(next)) from.set(next, path);
  const trail = (path) => (path === null ? [] : [...trail(from.get(path)), path]);
  return notEarly
    .filter((path) => from.has(path))
    .map((path) => `Chargé avant l'accueil du terrain : ${trail(path).join(' → ')}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { modules, problems, warnings } = examine(process.cwd());
  if (modules === 0) problems.push("Aucun module lu : le contrôle n'a rien contrôlé.");
  for (const warning of warnings) console.log(`  à surveiller : ${warning}`);
  for (const problem of problems) console.error(`  ${problem}`);
  console.log(`${modules} modules lus, ${problems.length} problème(s).`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
