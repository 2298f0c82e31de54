import type { Entity } from '../kernel/entity.ts';
import { AdminAgency } from './agency.ts';
import { AdminUser } from './user.ts';

export const platformEntities: readonly Entity[] = [AdminAgency, AdminUser];
