// The product, on the benchmark's database.
import { openDatabase } from '#server/db/database.ts';
import { readEnvironment } from '#server/environment.ts';
import { createApp } from '#server/kernel/app.ts';
import { serve, settings } from './child.ts';

const { ownerUrl, secret, connections } = settings();
const database = await openDatabase({ ownerUrl, secret, connections });
// One session sends as many calls as it can.
const environment = readEnvironment({ DATABASE_URL: ownerUrl, SECRET: secret, RATE_LIMIT: '0' });
await serve(await createApp({ database, environment }));
