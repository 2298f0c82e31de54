import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import manifest from '../package.json' with { type: 'json' };

const api = process.env.API_URL ?? `http://localhost:${process.env.PORT ?? 3000}`;

/** Compressed at build time, at the highest level, instead of at every request. */
const precompressed = (): Plugin => ({
  name: 'precompressed',
  writeBundle: async ({ dir }) => {
    const names = readdirSync(dir ?? '', { recursive: true, encoding: 'utf8' });
    const compress = async (name: string): Promise<void> => {
      const path = join(dir ?? '', name);
      writeFileSync(`${path}.br`, await promisify(brotliCompress)(readFileSync(path)));
    };
    await Promise.all(names.filter((name) => /\.(m?js|css|svg)$/.test(name)).map(compress));
  },
});

/** Copies the decoders to the path that ui/files/PdfPages.tsx uses, under the names of pdf.js. */
const scanDecoders = (): Plugin => ({
  name: 'scan-decoders',
  generateBundle() {
    for (const name of ['jbig2_nowasm_fallback.js', 'openjpeg_nowasm_fallback.js']) {
      const source = readFileSync(join(import.meta.dirname, '../node_modules/pdfjs-dist/wasm', name));
      this.emitFile({ type: 'asset', fileName: `pdf/${name}`, source });
    }
  },
});

/** Every zod schema refers to its JSON Schema writer: 7 kB brotli that no screen calls. Only the server describes its calls. */
const noJsonSchema = (): Plugin => ({
  name: 'no-json-schema',
  apply: 'build',
  load: (id) => {
    if (!/[\\/]zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/.test(id)) return null;
    const exported = readFileSync(id, 'utf8').matchAll(/^export (?:function|const) (\w+)/gm);
    const names = [...exported].map(([, name]) => `none as ${name}`);
    return `const none = () => none;\nexport { ${[...names, 'none as process'].join(', ')} };`;
  },
});

interface Graph {
  getModuleInfo(id: string): { code: string | null; importedIds: readonly string[] } | null;
}

/** Files that only re-export: follow only the names that are imported from them. */
const reExports = /[\\/]node_modules[\\/]@mantine[\\/]core[\\/]esm[\\/]index\.mjs$/;
const namedFrom = /import\s*\{([^}]*)\}\s*from\s*["']@mantine\/core["']/g;

/** All modules that these paths import statically. */
function neededBy(graph: Graph, paths: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const todo = paths.map((path) => join(import.meta.dirname, '..', path));
  for (let id = todo.pop(); id !== undefined; id = todo.pop()) {
    const module = graph.getModuleInfo(id);
    if (!module || found.has(id)) continue;
    found.add(id);
    for (const imported of module.importedIds) {
      if (!reExports.test(imported)) {
        todo.push(imported);
        continue;
      }
      found.add(imported);
      const names = [...(module.code ?? '').matchAll(namedFrom)].flatMap(([, list = '']) =>
        list.split(',').map((name) => name.trim().split(/\s/)[0] ?? ''),
      );
      const passed = graph.getModuleInfo(imported)?.importedIds ?? [];
      todo.push(...passed.filter((one) => names.includes(basename(one, '.mjs'))));
    }
  }
  return found;
}

function groupOf(
  name: string,
  paths: readonly string[],
  but: RegExp | null = null,
): (id: string, graph: Graph) => string | null {
  let needed: ReadonlySet<string> | null = null;
  return (id, graph) => {
    needed ??= neededBy(graph, paths);
    return needed.has(id) && !but?.test(id) ? name : null;
  };
}

/** What the field and the desk share: the field loads nothing else of the desk. */
const field = ['field/Field.tsx'];
const ofField = /[\\/](field|safety)[\\/]/;
/** The floor itself, not `core/field`. */
const fieldFloor = /(?<![\\/](?:core|server))[\\/]field[\\/]/;
/** The watch over a lone worker must not wait for the desk's files. */
const guard = ['field/safety/Guarding.tsx'];
/** Calls and push, of the desk and of the field after its home. */
const calls = ['ui/client/push.ts', 'field/notifications/Notifications.tsx'];
/** Screens of the field that share code with the desk; over a weak network the desk's files would take a minute. */
const written = ['field/reports/ReportScreen.tsx', 'field/directory/Directory.tsx'];
/** The signed-in frame with its badge, and a screen with little more than a table. */
const table = ['app/SignedIn.tsx', 'web/notes/UnreadBadge.tsx', 'web/sites/Sites.tsx'];
/** Dialogs and messages above any screen: loaded after the first one. */
const overlays = ['app/Overlays.tsx'];
/** The lists opened first and most often. */
const lists = ['web/rights/Customers.tsx', 'web/agents/Agents.tsx'];
const home = ['web/home/Home.tsx'];
const ofPlanning = /[\\/](core|web)[\\/](planning|hours)[\\/]/;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), scanDecoders(), noJsonSchema(), precompressed()],
  define: { 'import.meta.env.VITE_VERSION': JSON.stringify(manifest.version) },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2022',
    // The content security policy allows nothing inline, not even fonts and images.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        // By default every combination of shared modules becomes a file: 84 files for one table. The sign-in page has
        // its own file; then the first table and the home page; modules shared by other screens are loaded with them.
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial'], priority: 10 },
            { name: groupOf('both', field, ofField), priority: 9 },
            // Also what its later screens share with it: otherwise the desk's shared file, with all that it imports.
            { name: groupOf('field', field), priority: 8 },
            { name: groupOf('calls', calls, fieldFloor), priority: 7.5 },
            { name: groupOf('safety', guard, fieldFloor), priority: 7 },
            { name: groupOf('written', written, fieldFloor), priority: 7 },
            { name: groupOf('table', table), priority: 6 },
            { name: groupOf('overlays', overlays), priority: 5 },
            { name: groupOf('lists', lists), priority: 4 },
            { name: groupOf('home', home), priority: 3 },
            { name: 'shared', test: (id) => !ofPlanning.test(id) && !ofField.test(id), minShareCount: 3, priority: 2 },
            { name: 'planning', test: (id) => !ofField.test(id), minShareCount: 3, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': api, '/badge': api, '/brand': api, '/icon.png': api, '/manifest.webmanifest': api } },
  cacheDir: '../.cache/vite',
});
