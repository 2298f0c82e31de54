// npm run storm: one process, then two, with the results and their goals.
import { line, median, title } from '../report.ts';
import { storm } from './storm.ts';

const kills = Number(process.env.STORM_KILLS ?? 100);
const writes = Number(process.env.STORM_WRITES ?? 100_000);
const clients = 50;

for (const processes of [1, 2] as const) {
  title(
    `Tempête : ${clients} clients, ${kills} arrêts brutaux, ${processes === 1 ? 'un processus' : 'deux processus'}`,
  );
  const result = await storm({ kills, writes, clients, processes, lost: 0.01, log: console.log });
  line('écritures confirmées', String(result.acknowledged), '≥ 100000');
  line('  par seconde, arrêts compris', (result.acknowledged / result.seconds).toFixed(0));
  line('arrêts brutaux', String(result.kills), '100');
  line('réponses perdues exprès, actes répétés', `${result.cut}, ${result.repeated}`);
  line('perdues', String(result.lost), '0');
  line('en double', String(result.doubled), '0');
  line('à moitié écrites', String(result.half), '0');
  line('retour en service, médiane', `${median(result.returns).toFixed(2)} s`);
  line('retour en service, le plus long', `${Math.max(...result.returns).toFixed(2)} s`, '≤ 5 s');
  if (result.lost + result.doubled + result.half > 0) process.exitCode = 1;
}
