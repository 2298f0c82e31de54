// The parts of the field application, one line each.
export { directory } from './directory/part.ts';
export { instructions } from './instructions/part.ts';
export { logbook } from './logbook/part.ts';
export { notes } from './notes/part.ts';
export { notifications } from './notifications/part.ts';
export { papers } from './papers/part.ts';
export { reports } from './reports/part.ts';
export { requests } from './requests/part.ts';
export { rounds } from './rounds/part.ts';
export { safety } from './safety/part.tsx';
export { staff } from './staff/part.ts';
export { unplanned } from './unplanned/part.ts';
