// npm run storm: kills processes and measures what survives; takes minutes.
import { run, runtime } from './steps.mjs';

export const storm = () => run(runtime(), ['bench/storm/run.ts']);
