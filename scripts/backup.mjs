// npm run backup, npm run restore: passes on the name of the command and its arguments.
import { run, runtime } from './steps.mjs';

export const backup = () => run(runtime(), ['server/backup/main.ts', ...process.argv.slice(2)]);
