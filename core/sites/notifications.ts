// Instructions of a site: told to those who can open them there.
import { notificationKind } from '../kernel/notification.ts';

/** For agents: on « Mon planning », for the sites where they are planned. */
export const ownSiteInstruction = notificationKind({
  name: 'ownSiteInstruction',
  label: 'Une consigne d’un site où je suis planifié est ajoutée ou modifiée',
  rights: ['readOwnSiteInstructionBook'],
  channels: ['here', 'mail', 'push'],
});

/** For staff. */
export const siteInstruction = notificationKind({
  name: 'siteInstruction',
  label: 'Une consigne d’un site est ajoutée ou modifiée',
  rights: ['listSiteInstructionBooks'],
  channels: ['here', 'mail', 'push'],
});
