// npm run storm: kills processes and measures what survives; takes minutes. `-- failover`: the first of two databases.
import { run, runtime } from './steps.mjs';

export const storm = () =>
  run(runtime(), [process.argv[3] === 'failover' ? 'bench/storm/failover.ts' : 'bench/storm/run.ts']);
