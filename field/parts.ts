// The parts of the field application, one line each.
import { instructions } from './instructions/part.ts';
import { logbook } from './logbook/part.ts';
import type { FieldPart } from './part.ts';

export const parts: readonly FieldPart[] = [instructions, logbook];
