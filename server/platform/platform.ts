// What platform staff may switch to, and what everybody may know of the server.
import type { Handler } from '#server/kernel/call.ts';
import { actingHandlers } from './acting.ts';
import { agencyHandlers } from './agencies.ts';
import { versionHandlers } from './version.ts';

export const platformHandlers: Handler[] = [...versionHandlers, ...agencyHandlers, ...actingHandlers];
