import type { Entity } from '../kernel/entity.ts';
import { SiteInstruction } from './instruction.ts';
import { Site } from './site.ts';

export const siteEntities: readonly Entity[] = [Site, SiteInstruction];
