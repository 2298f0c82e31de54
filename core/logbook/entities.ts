import type { Entity } from '../kernel/entity.ts';
import { LogEvent } from './event.ts';

export const logbookEntities: readonly Entity[] = [LogEvent];
