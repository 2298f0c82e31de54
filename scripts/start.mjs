// npm start: builds what is missing and runs the server until it is told to stop.
import { buildIfNeeded } from './build.mjs';
import { serve } from './serve.mjs';

export async function start() {
  await buildIfNeeded();
  return serve(['server/main.ts']);
}
