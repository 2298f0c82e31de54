import { instructionRead } from '#core/sites/instruction-message.ts';
import type { FieldPart } from '../part.ts';

export const instructions: FieldPart = { name: 'instructions', messages: [instructionRead] };
