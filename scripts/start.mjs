// npm start: builds the screens if needed and runs the server until it is stopped.
import { buildIfNeeded } from './build.mjs';
import { serve } from './serve.mjs';

export async function start() {
  await buildIfNeeded();
  return serve(['server/main.ts']);
}
