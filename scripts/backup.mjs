// npm run backup, npm run restore: the command's own name is passed on with what follows it.
import { run, runtime } from './steps.mjs';

export const backup = () => run(runtime(), ['server/backup/main.ts', ...process.argv.slice(2)]);
