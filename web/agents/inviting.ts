// Invites several people to open their account, and says who could not be invited and why.
import { Agent } from '#core/agents/agent.ts';
import { messages } from '#core/kernel/problem.ts';
import { activeStatus } from '#core/roles.ts';
import { inviteAll } from '#core/session/session.ts';
import { actKey, call } from '#ui/client/call.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import type { Session } from '#ui/client/session.ts';
import { confirm } from '#ui/confirm.tsx';
import { plural } from '#ui/format.ts';
import { type AnyRow, makeMove } from '#ui/moves.ts';
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

const isActive = ({ status }: AnyRow): boolean => Number(status) === activeStatus;

/** Whether he has no account yet and this session may open it: an inactive one is activated first. */
export const mayInvite = (row: AnyRow, { can }: Pick<Session, 'can'>): boolean =>
  Boolean(row.email) &&
  row.accountState !== 'OPEN' &&
  can(['editAgentRight']) &&
  (isActive(row) || (Number(row.status) === 200 && can(['editAgent'])));

export const invitationLabel = (row: AnyRow): string =>
  isActive(row) ? 'L’inviter par e-mail à ouvrir son compte' : 'Activer son compte et l’inviter par e-mail';

/** The subscription may leave no account to activate: it is said, and nothing is sent. */
export async function activateAndInvite(row: AnyRow): Promise<void> {
  try {
    if (!isActive(row)) await makeMove(Agent, row, 'activate');
  } catch (error) {
    notifyWarning(
      'Le compte n’a pas été activé, ni l’invitation envoyée',
      error instanceof Error ? error.message : messages.unexpected,
    );
    return;
  }
  await inviteAgents([row.id]);
}

/** Asks before the e-mail leaves. */
export async function askToInvite(row: AnyRow): Promise<void> {
  const sure = await confirm({
    title: `Inviter ${String(row.fullname ?? '')}`,
    message: isActive(row)
      ? `Une invitation à ouvrir son compte partira à ${String(row.email)}.`
      : `Son compte n’est pas actif : il sera activé, puis une invitation partira à ${String(row.email)}.`,
    confirmLabel: isActive(row) ? 'Inviter' : 'Activer et inviter',
  });
  if (!sure) return;
  await activateAndInvite(row);
  await invalidateEntity(Agent, [row.id]);
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
