import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import manifest from '../package.json' with { type: 'json' };

const api = process.env.API_URL ?? `http://localhost:${process.env.PORT ?? 3000}`;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  define: { 'import.meta.env.VITE_VERSION': JSON.stringify(manifest.version) },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2022',
    // The content-security policy lets nothing inline run, fonts and images included.
    assetsInlineLimit: 0,
  },
  server: { proxy: { '/api': api } },
  cacheDir: '../.cache/vite',
});
