import type { Entity } from '../kernel/entity.ts';
import { EmailEvent } from './email.ts';

export const mailEntities: readonly Entity[] = [EmailEvent];
