import { module } from '../kernel/module.ts';
import * as accountCalls from './account.ts';
import * as agenciesCalls from './agencies.ts';
import * as devicesCalls from './devices.ts';
import { invitationAccepted } from './notifications.ts';
import * as reportingCalls from './reporting.ts';
import * as sessionCalls from './session.ts';
import * as tokenCalls from './tokens.ts';
import * as versionCalls from './version.ts';

export const session = module({
  calls: [accountCalls, agenciesCalls, devicesCalls, reportingCalls, sessionCalls, tokenCalls, versionCalls],
  notifications: [invitationAccepted],
});
