// npm run storm: figures of what survives when processes are killed; minutes, not seconds.
import { run, runtime } from './steps.mjs';

export const storm = () => run(runtime(), ['bench/storm/run.ts']);
