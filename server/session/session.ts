// All session calls.
import type { Handler } from '#server/kernel/call.ts';
import { credentialHandlers } from './credentials.ts';
import { deviceHandlers } from './devices.ts';
import { firstAdminHandlers } from './first.ts';
import { forgottenPasswordHandlers } from './forgotten-password.ts';
import { invitationHandlers } from './invitation.ts';
import { secondFactorHandlers } from './second-factor.ts';
import { signInHandlers } from './sign-in.ts';
import { userHandlers } from './user.ts';

export const sessionHandlers: Handler[] = [
  ...signInHandlers,
  ...userHandlers,
  ...credentialHandlers,
  ...secondFactorHandlers,
  ...forgottenPasswordHandlers,
  ...deviceHandlers,
  ...invitationHandlers,
  ...firstAdminHandlers,
];
