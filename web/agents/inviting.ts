// Invites several people to open their account, and says who could not be invited and why.
import { inviteAll } from '#core/session/session.ts';
import { actKey, call } from '#ui/client/call.ts';
import { confirm } from '#ui/confirm.tsx';
import { plural } from '#ui/format.ts';
import type { AnyRow } from '#ui/moves.ts';
import { notifyProblem, notifySuccess, notifyWarning } from '#ui/notify.ts';

/** At most so many reasons fit in a message. */
const most = 5;

/** Asks before e-mails leave. `done` follows a sent request only. */
export async function askToInviteAgents(rows: readonly AnyRow[], done: () => void): Promise<void> {
  const without = rows.filter(({ accountState }) => accountState !== 'OPEN');
  const known = rows.length - without.length;
  const having = plural(known, 'personne a déjà un compte', 'personnes ont déjà un compte');
  if (without.length === 0) return notifyWarning(`Aucune invitation à envoyer : ${having}`);
  const sure = await confirm({
    title: 'Inviter à ouvrir leur compte',
    message: `${plural(without.length, 'invitation partira', 'invitations partiront')}${known > 0 ? ` ; ${having}` : ''}.`,
    confirmLabel: 'Envoyer',
  });
  if (!sure) return;
  await inviteAgents(without.map(({ id }) => id));
  done();
}

export async function askToInviteContacts(customers: readonly AnyRow[], done: () => void): Promise<void> {
  const sure = await confirm({
    title: 'Inviter leurs interlocuteurs',
    message: `Les interlocuteurs sans compte de ${plural(customers.length, 'client')} recevront une invitation par e-mail.`,
    confirmLabel: 'Envoyer',
  });
  if (!sure) return;
  await inviteContacts(customers.map(({ id }) => id));
  done();
}

export const inviteAgents = (ids: readonly string[]): Promise<void> => invite({ ids });

/** All their contacts who have no account yet. */
export const inviteContacts = (customers: readonly string[]): Promise<void> => invite({ customers });

async function invite(people: { ids: readonly string[] } | { customers: readonly string[] }): Promise<void> {
  try {
    const { invited, refused } = await call(inviteAll, { input: people, key: actKey() });
    if (invited.length + refused.length === 0)
      notifyWarning('Personne à inviter : ces clients n’ont pas d’interlocuteur sans compte');
    if (invited.length > 0) notifySuccess(plural(invited.length, 'invitation envoyée', 'invitations envoyées'));
    if (refused.length === 0) return;
    const reasons = refused.slice(0, most).map(({ fullname, reason }) => `${fullname} : ${reason}`);
    notifyWarning(
      plural(refused.length, 'personne n’a pas été invitée', 'personnes n’ont pas été invitées'),
      [...reasons, ...(refused.length > most ? [`… et ${refused.length - most} de plus.`] : [])].join(' '),
    );
  } catch (error) {
    notifyProblem(error);
  }
}
