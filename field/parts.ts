// The parts of the field application, one line each.
import { logbook } from './logbook/part.ts';
import type { FieldPart } from './part.ts';
import { reports } from './reports/part.ts';
import { rounds } from './rounds/part.ts';
import { safety } from './safety/part.tsx';

export const parts: readonly FieldPart[] = [logbook, rounds, reports, safety];
