import type { FieldPart } from './part.ts';
import * as list from './part-list.ts';

export const parts: readonly FieldPart[] = Object.values(list);
