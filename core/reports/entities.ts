import type { Entity } from '../kernel/entity.ts';
import { AgencyReport } from './report.ts';

export const reportEntities: readonly Entity[] = [AgencyReport];
