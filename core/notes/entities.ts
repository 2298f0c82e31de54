import type { Entity } from '../kernel/entity.ts';
import { InformationNote } from './note.ts';

export const noteEntities: readonly Entity[] = [InformationNote];
