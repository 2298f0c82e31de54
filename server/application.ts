// Starts everything in order, prints the progress for the operator, and stops everything in the reverse order.
import { openDatabase } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { gatherStatistics } from '#server/db/statistics.ts';
import { seedDemo } from '#server/demo/seed.ts';
import { type Environment, readEnvironment } from '#server/environment.ts';
import { fileStoreOf } from '#server/files/stores.ts';
import { createApp, servicesOf } from '#server/kernel/app.ts';
import { reseal } from '#server/privacy/reseal.ts';
import { Refusal } from '#server/refusal.ts';
import { grantNewRights } from '#server/rights/upgrade.ts';
import { firstAdminLink } from '#server/session/first.ts';
import { warmSealKey } from '#server/signing/platform-key.ts';
import { readBook } from '#server/tenant/read.ts';
import { print, surviveClosedOutput, welcome } from '#server/welcome.ts';

type Closing = () => Promise<unknown>;

class Interrupted extends Error {}

const closings: Closing[] = [];
let asked = false;
let started = false;
let broken = false;

async function start(): Promise<void> {
  const environment = readEnvironment(process.env);
  // Before the start: report an invalid tenant file at once.
  await readBook(environment.tenantsFile);
  // Files and mails written from here on are only readable by the application.
  process.umask(0o077);
  const place = await databasePlace(environment);
  step();
  print('Mise à jour de la base de données…');
  const database = await openDatabase({ ownerUrl: place.url, secret: environment.secret });
  closings.push(() => database.close());
  step();
  const granted = await grantNewRights(database);
  if (granted > 0)
    print(`Nouveaux droits de cette version : ${granted} personne(s) les ont reçus avec leur jeu de droits.`);
  step();
  if (environment.previousSecret !== null)
    print(`Changement de secret : ${await reseal(database, environment)} valeur(s) chiffrée(s) à nouveau.`);
  step();
  if (
    environment.demo &&
    (await seedDemo(database, print, { secret: environment.secret, store: fileStoreOf(environment) }))
  )
    await gatherStatistics(place.url);
  step();
  const app = await createApp({ environment, database });
  closings.push(() => app.close());
  step();
  const sealing = await warmSealKey(servicesOf(app), new Date());
  if (sealing !== null) print(sealing);
  step();
  await app.listen({ port: environment.port, host: environment.host });
  step();
  const adminLink = environment.demo ? null : await firstAdminLink(database, environment);
  welcome({ environment, databaseFolder: place.folder, adminLink });
  started = true;
}

async function databasePlace(environment: Environment): Promise<{ url: string; folder: string | null }> {
  if (environment.databaseUrl !== null) return { url: environment.databaseUrl, folder: null };
  print('Démarrage de la base de données…');
  const embedded = await startEmbedded({ dataDir: environment.dataDir, secret: environment.secret, log: print });
  closings.push(() => embedded.stop());
  return embedded;
}

// A stop during the start waits for the current step, so that nothing is left half done.
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
  print('Arrêt en cours…');
  if (started) void close().then((clean) => finish(clean && !broken ? 0 : 1));
}

// The state of the process is unknown: stop in order and be restarted.
function breakDown(error: unknown): void {
  broken = true;
  console.error(error);
  stop();
}

function finish(code: number): never {
  if (code === 0) print('Vigie est arrêtée.');
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

surviveClosedOutput();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
process.on('uncaughtException', breakDown);
// The launcher was killed, so nobody passes Ctrl C on.
if (process.connected) process.on('disconnect', stop);

try {
  await start();
} catch (error) {
  if (!(error instanceof Interrupted)) explain(error);
  const clean = await close();
  finish(clean && !broken && error instanceof Interrupted ? 0 : 1);
}
