import { notificationKind } from '../kernel/notification.ts';

/** Told to the person who sent the invitation. */
export const invitationAccepted = notificationKind({
  name: 'invitationAccepted',
  label: 'Une personne que j’ai invitée a ouvert son compte',
  rights: ['editAgentRight'],
  channels: ['here'],
});
