// What the operator reads in the terminal.
import { demoAccounts, demoPassword } from '#demo/accounts.ts';
import type { Environment } from '#server/environment.ts';

export function say(line: string): void {
  console.log(line);
}

type Welcome = { environment: Environment; databaseFolder: string | null; adminLink: string | null };

export function welcome({ environment, databaseFolder, adminLink }: Welcome): void {
  say('');
  say(`Vigie est prête : ${environment.publicUrl}`);
  if (['127.0.0.1', 'localhost', '::1'].includes(environment.host)) {
    say('  (depuis cette machine seulement ; HOST=0.0.0.0 ouvre au réseau)');
  }
  if (adminLink !== null)
    say(`\nCréez le premier administrateur par ce lien, valable une seule fois :\n  ${adminLink}`);
  if (environment.demo) {
    say(`\nComptes de démonstration, mot de passe ${demoPassword} :`);
    for (const [email, role] of demoAccounts) say(`  ${email.padEnd(26)}${role}`);
  }
  say(`\nDonnées : ${environment.dataDir}`);
  if (databaseFolder === null) say('Base de données : celle de DATABASE_URL');
  else if (!databaseFolder.startsWith(`${environment.dataDir}/`)) say(`Base de données : ${databaseFolder}`);
  say('Ctrl C arrête tout.');
}
