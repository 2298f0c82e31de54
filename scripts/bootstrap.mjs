// Entry point of every npm command. Runs on the machine's Node (20 or later) with nothing installed.
import { installIfNeeded } from './install.mjs';
import { root } from './steps.mjs';

const commands = {
  start: async () => (await import('./start.mjs')).start(),
  dev: async () => (await import('./dev.mjs')).dev(),
  check: async () => (await import('./check.mjs')).check(),
  test: async () => (await import('./test.mjs')).test(),
  'test:pg15': async () => (await import('./pg15.mjs')).testOnPostgres15(process.argv.slice(3)),
  storm: async () => (await import('./storm.mjs')).storm(),
  backup: async () => (await import('./backup.mjs')).backup(),
  restore: async () => (await import('./backup.mjs')).backup(),
  bench: async () => (await import('./bench.mjs')).bench(),
  components: async () => (await import('./components.mjs')).components(),
  einvoice: async () => (await import('./einvoice.mjs')).einvoice(),
  pictures: async () => (await import('./pictures.mjs')).pictures(),
};

const command = commands[process.argv[2]];
if (!command) {
  console.error(`Commande inconnue ; choisissez parmi : ${Object.keys(commands).join(', ')}.`);
  process.exit(2);
}
process.chdir(root);
try {
  await installIfNeeded();
  process.exitCode = await command();
} catch (error) {
  console.error(process.env.DEBUG ? error : error.message);
  process.exitCode = 1;
}
