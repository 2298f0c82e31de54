// npm run storm -- failover: two databases with synchronous replication; the first is cut off under load. Every acknowledged
// write must be on the second.
import { setTimeout as wait } from 'node:timers/promises';
import { line, title } from '../report.ts';
import { startClients } from './clients.ts';
import { install } from './installation.ts';
import { openProxy } from './proxy.ts';
import { openReplicas } from './replicas.ts';
import { verify } from './storm.ts';

const [clients, writes] = [20, Number(process.env.STORM_WRITES ?? 4_000)];

const replicas = await openReplicas();
title(`Bascule : deux PostgreSQL ${replicas.version} en réplication synchrone, ${clients} clients, deux processus`);
try {
  const installation = await install(2, { external: replicas.url });
  const proxy = await openProxy(installation.ports, 0);
  try {
    const writers = await startClients(proxy.url, clients, writes);
    while (writers.acknowledged() < writes / 3) await wait(20);
    const [before, cut] = [writers.acknowledged(), performance.now()];
    replicas.cutPower();
    await replicas.takenOver;
    const promoted = performance.now();
    // Answers that were on their way at the cut do not count as a return.
    const known = writers.acknowledged();
    while (writers.acknowledged() === known) await wait(20);
    const back = performance.now();
    await writers.finish();
    const found = await verify(installation, writers.written);
    line('écritures confirmées avant la coupure, en tout', `${before}, ${writers.acknowledged()}`);
    line('actes répétés par les clients', String(writers.written.repeated));
    line('seconde base promue', `${((promoted - cut) / 1_000).toFixed(1)} s`);
    line('première écriture confirmée après la coupure', `${((back - cut) / 1_000).toFixed(1)} s`, '≤ 30 s');
    line('perdues', String(found.lost), '0');
    line('en double', String(found.doubled), '0');
    line('à moitié écrites', String(found.half), '0');
    if (found.lost + found.doubled + found.half > 0) process.exitCode = 1;
  } finally {
    await proxy.close();
    await installation.stop();
  }
} finally {
  await replicas.stop();
}
