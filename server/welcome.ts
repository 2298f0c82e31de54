// Messages for the operator in the terminal.
import { demoAccounts, demoPassword } from '#demo/accounts.ts';
import type { Environment } from '#server/environment.ts';

export function print(line: string): void {
  console.log(line);
}

/** `npm start | head`: the reader of the output is gone, the application goes on. */
export function surviveClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

type Welcome = { environment: Environment; databaseFolder: string | null; adminLink: string | null };

export function welcome({ environment, databaseFolder, adminLink }: Welcome): void {
  print('');
  print(`Vigie est prête : ${environment.publicUrl}`);
  if (['127.0.0.1', 'localhost', '::1'].includes(environment.host)) {
    print('  (depuis cette machine seulement ; HOST=0.0.0.0 ouvre au réseau)');
  }
  if (adminLink !== null)
    print(`\nCréez le premier administrateur par ce lien, valable une seule fois :\n  ${adminLink}`);
  if (environment.demo) {
    print(`\nComptes de démonstration, mot de passe ${demoPassword} :`);
    for (const [email, role] of demoAccounts) print(`  ${email.padEnd(26)}${role}`);
  }
  print(`\nDonnées : ${environment.dataDir}`);
  if (databaseFolder === null) print('Base de données : celle de DATABASE_URL');
  else if (!databaseFolder.startsWith(`${environment.dataDir}/`)) print(`Base de données : ${databaseFolder}`);
  print('Ctrl C arrête tout.');
}
