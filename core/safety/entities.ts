import type { Entity } from '../kernel/entity.ts';
import { Alarm } from './alarm-record.ts';

export const safetyEntities: readonly Entity[] = [Alarm];
