import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import manifest from '../package.json' with { type: 'json' };

const api = process.env.API_URL ?? `http://localhost:${process.env.PORT ?? 3000}`;

/** Compressed once here, at the highest level, instead of at every request. */
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

/** Where ui/files/PdfPages.tsx looks for them, by the names that pdf.js gives them. */
const scanDecoders = (): Plugin => ({
  name: 'scan-decoders',
  generateBundle() {
    for (const name of ['jbig2_nowasm_fallback.js', 'openjpeg_nowasm_fallback.js']) {
      const source = readFileSync(join(import.meta.dirname, '../node_modules/pdfjs-dist/wasm', name));
      this.emitFile({ type: 'asset', fileName: `pdf/${name}`, source });
    }
  },
});

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), scanDecoders(), precompressed()],
  define: { 'import.meta.env.VITE_VERSION': JSON.stringify(manifest.version) },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2022',
    // The content-security policy lets nothing inline run, fonts and images included.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        // Left alone it makes a file of whatever two screens share: 84 of them for one table. What the sign-in page
        // needs comes first and alone; what most screens share, once.
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial'], priority: 2 },
            { name: 'shared', minShareCount: 3, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': api, '/badge': api, '/brand': api, '/manifest.webmanifest': api } },
  cacheDir: '../.cache/vite',
});
