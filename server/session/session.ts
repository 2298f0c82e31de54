// The calls of a session, from its opening to its end.
import type { Handler } from '#server/kernel/call.ts';
import { deviceHandlers } from './devices.ts';
import { firstAdminHandlers } from './first.ts';
import { forgottenPasswordHandlers } from './forgotten-password.ts';
import { invitationHandlers } from './invitation.ts';
import { signInHandlers } from './sign-in.ts';
import { userHandlers } from './user.ts';

export const sessionHandlers: Handler[] = [
  ...signInHandlers,
  ...userHandlers,
  ...forgottenPasswordHandlers,
  ...deviceHandlers,
  ...invitationHandlers,
  ...firstAdminHandlers,
];
