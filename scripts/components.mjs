// npm run components: are the components within the time frames of docs/SECURITY.md (« Components »)? ASVS V15.2.1.
import { spawnSync } from 'node:child_process';
import { environment, root } from './steps.mjs';

/** Days without an update of the lock file. */
const longestRest = 92;
const barred = ['critical', 'high'];

/** Why a delivery has to wait; empty: nothing. `audit`: the answer of `npm audit --json`; `updatedAt`: the last change of the lock file. */
export function faultsOf(audit, updatedAt, now) {
  const days = Math.floor((now - updatedAt) / 86_400_000);
  const old = days > longestRest ? [`Composants non mis à jour depuis ${days} jours (${longestRest} au plus)`] : [];
  if (!audit?.vulnerabilities)
    return ['Le registre n’a pas répondu : les failles connues ne sont pas vérifiées', ...old];
  const known = Object.values(audit.vulnerabilities)
    .filter(({ severity }) => barred.includes(severity))
    .map(({ name, severity, range }) => `${name} ${range} : faille ${severity === 'critical' ? 'critique' : 'élevée'}`);
  return [...known, ...old];
}

const outputOf = (program, args) =>
  spawnSync(program, args, { cwd: root, env: environment(), encoding: 'utf8' }).stdout;

export function components() {
  const answer = outputOf('npm', ['audit', '--json']);
  const changed = outputOf('git', ['log', '-1', '--format=%cI', '--', 'package-lock.json']).trim();
  const faults = faultsOf(parsed(answer), new Date(changed || 0), new Date());
  for (const fault of faults) console.error(fault);
  if (faults.length === 0) console.log('Aucune faille critique ou élevée connue ; composants à jour.');
  return faults.length === 0 ? 0 : 1;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
