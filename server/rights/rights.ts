// Calls for the rights of a user-company, its invitation and its disconnection.
import type { Handler } from '#server/kernel/call.ts';
import { disconnectHandlers } from './disconnect.ts';
import { grantHandlers } from './grants.ts';
import { inviteHandlers } from './invite.ts';
import { secondFactorResetHandlers } from './second-factor.ts';
import { rightsSetHandlers } from './sets.ts';

export const rightsHandlers: Handler[] = [
  ...grantHandlers,
  ...rightsSetHandlers,
  ...inviteHandlers,
  ...disconnectHandlers,
  ...secondFactorResetHandlers,
];
