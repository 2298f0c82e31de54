// Starts everything in order, tells the operator where it stands, and stops everything in the reverse order.
import { openDatabase } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { seedDemo } from '#server/demo/seed.ts';
import { type Environment, readEnvironment } from '#server/environment.ts';
import { fileStoreOf } from '#server/files/stores.ts';
import { createApp } from '#server/kernel/app.ts';
import { reseal } from '#server/privacy/reseal.ts';
import { Refusal } from '#server/refusal.ts';
import { grantNewRights } from '#server/rights/upgrade.ts';
import { firstAdminLink } from '#server/session/first.ts';
import { readBook } from '#server/tenant/read.ts';
import { say, welcome } from '#server/welcome.ts';

type Closing = () => Promise<unknown>;

class Interrupted extends Error {}

const closings: Closing[] = [];
let asked = false;
let started = false;
let broken = false;

async function start(): Promise<void> {
  const environment = readEnvironment(process.env);
  // Before anything is started: what is wrong with the brands is told at once.
  await readBook(environment.tenantsFile);
  // What is written from here on (files, mails) is for the application alone.
  process.umask(0o077);
  const place = await databasePlace(environment);
  step();
  say('Mise à jour de la base de données…');
  const database = await openDatabase({ ownerUrl: place.url, secret: environment.secret });
  closings.push(() => database.close());
  step();
  const granted = await grantNewRights(database);
  if (granted > 0)
    say(`Nouveaux droits de cette version : ${granted} personne(s) les ont reçus avec leur jeu de droits.`);
  step();
  if (environment.previousSecret !== null)
    say(`Changement de secret : ${await reseal(database, environment)} valeur(s) chiffrée(s) à nouveau.`);
  step();
  if (environment.demo) await seedDemo(database, say, { secret: environment.secret, store: fileStoreOf(environment) });
  step();
  const app = await createApp({ environment, database });
  closings.push(() => app.close());
  step();
  await app.listen({ port: environment.port, host: environment.host });
  step();
  const adminLink = environment.demo ? null : await firstAdminLink(database, environment);
  welcome({ environment, databaseFolder: place.folder, adminLink });
  started = true;
}

async function databasePlace(environment: Environment): Promise<{ url: string; folder: string | null }> {
  if (environment.databaseUrl !== null) return { url: environment.databaseUrl, folder: null };
  say('Démarrage de la base de données…');
  const embedded = await startEmbedded({ dataDir: environment.dataDir, secret: environment.secret, log: say });
  closings.push(() => embedded.stop());
  return embedded;
}

// A stop asked for during the start waits for the step under way: nothing is left half made.
function step(): void {
  if (asked) throw new Interrupted();
}

async function close(): Promise<boolean> {
  let clean = true;
  for (const closing of closings.splice(0).reverse()) {
    await closing().catch((error: unknown) => {
      clean = false;
      explain(error);
    });
  }
  return clean;
}

function stop(): void {
  if (asked) return;
  asked = true;
  say('Arrêt en cours…');
  if (started) void close().then((clean) => finish(clean && !broken ? 0 : 1));
}

// Its state is no longer known: better to end in order, and be started again, than to go on.
function breakDown(error: unknown): void {
  broken = true;
  console.error(error);
  stop();
}

function finish(code: number): never {
  if (code === 0) say('Vigie est arrêtée.');
  process.exit(code);
}

function explain(error: unknown): void {
  if (isCode(error, 'EADDRINUSE')) {
    const port = error instanceof Error && 'port' in error ? ` ${error.port}` : '';
    console.error(
      `Le port${port} est déjà utilisé par un autre programme : choisissez-en un autre, par exemple PORT=3001 npm start.`,
    );
  } else if (isCode(error, 'EACCES') || isCode(error, 'EPERM'))
    console.error(`Vigie n'a pas le droit de faire ceci : ${message(error)}`);
  else if (error instanceof Refusal) console.error(error.message);
  else console.error(`${started ? 'Erreur imprévue' : "Vigie n'a pas pu démarrer"} : ${message(error)}`);
  if (process.env.DEBUG && error instanceof Error) console.error(error.stack);
}

function message(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(message).join(' ; ');
  return error instanceof Error ? error.message : String(error);
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
process.on('uncaughtException', breakDown);
// The launcher was killed: nobody is left to pass Ctrl C on.
if (process.connected) process.on('disconnect', stop);

try {
  await start();
} catch (error) {
  if (!(error instanceof Interrupted)) explain(error);
  const clean = await close();
  finish(clean && !broken && error instanceof Interrupted ? 0 : 1);
}
