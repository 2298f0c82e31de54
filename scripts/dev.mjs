// npm run dev: the server restarts and the screens reload on every change.
import { join } from 'node:path';
import { serveAll } from './serve.mjs';
import { root, runtime } from './steps.mjs';

export async function dev() {
  const port = process.env.PORT || '3000';
  console.log('Écrans avec rechargement à chaud : http://localhost:5173');
  return serveAll([
    { program: runtime(), args: ['--watch', '--watch-preserve-output', 'server/main.ts'], extra: { PORT: port } },
    {
      program: join(root, 'node_modules', '.bin', 'vite'),
      args: ['--config', 'app/vite.config.ts', '--port', '5173', '--strictPort'],
      extra: { API_URL: `http://127.0.0.1:${port}` },
    },
  ]);
}
