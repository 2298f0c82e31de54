import type { Entity } from '../kernel/entity.ts';
import { Feedback } from './feedback.ts';

export const guideEntities: readonly Entity[] = [Feedback];
