import type { Entity } from '../kernel/entity.ts';
import { Checkpoint } from './checkpoint.ts';
import { Round } from './round.ts';

export const roundEntities: readonly Entity[] = [Checkpoint, Round];
