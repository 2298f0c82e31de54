// Platform calls: agencies, acting for a profile, version.
import type { Handler } from '#server/kernel/call.ts';
import { actingHandlers } from './acting.ts';
import { agencyHandlers } from './agencies.ts';
import { versionHandlers } from './version.ts';

export const platformHandlers: Handler[] = [...versionHandlers, ...agencyHandlers, ...actingHandlers];
