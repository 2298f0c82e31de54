// Who is told of a request: the people of the agency who answer, and the person who asked; nobody else.
import type { Row } from '#core/kernel/entity.ts';
import { stateOf } from '#core/kernel/machine.ts';
import { Problem } from '#core/kernel/problem.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { messageOf, paragraphsOf, subjectOf } from '#core/mail/words.ts';
import { agentAsks, customerAnswered, customerAsks, requestAnswered } from '#core/requests/notifications.ts';
import type { CustomerRequest } from '#core/requests/request.ts';
import { type RequestKind, requestMachine, requestMessages } from '#core/requests/status.ts';
import type { Db } from '#server/db/database.ts';
import type { Call } from '#server/kernel/call.ts';
import { agencyToday } from '#server/kernel/today.ts';
import type { Mail } from '#server/mail/mailer.ts';
import { agencyWords } from '#server/mail/words.ts';
import { type Notice, notify, settleOwn } from '#server/notifications/notify.ts';
import { type RequestRow, requesterOf } from './rows.ts';

/** What follows sees the whole agency: the people to tell are on no own path, and an answered request has its thread. */
export async function asWhole<T>(call: Call, work: () => Promise<T>): Promise<T> {
  const { agent, customer } = call.context;
  const be = (one: string, other: string) =>
    call.db.query({
      name: 'be-whole',
      text: `select set_config('app.agent', $1, true), set_config('app.customer', $2, true)`,
      values: [one, other],
    });
  if (agent === null && customer === null) return work();
  await be('', '');
  const done = await work();
  await be(agent ?? '', customer ?? '');
  return done;
}

const listOf = { agent: '/demandes', customer: '/demandes-clients' } as const;

/** A new request, or a message in one. */
export const tellAgency = (
  kind: RequestKind,
  rows: readonly RequestRow[],
  message: string | null,
  call: Call,
): Promise<unknown> =>
  asWhole(call, () =>
    notify(
      call.db,
      kind === 'agent' ? agentAsks : customerAsks,
      rows.map((row) => ({
        to: 'holders',
        event: message === null ? row.id : `${row.id} ${call.now.toISOString()}`,
        title: message === null ? `Demande : ${row.requestType.name}` : `Message sur une demande`,
        text: `${requesterOf(row)} : « ${row.subject} »${message === null ? '' : `\n${excerpt(message)}`}`,
        link: `${listOf[kind]}/${row.id}`,
        action: 'Ouvrir la demande',
      })),
      call,
    ),
  );

const excerpt = (text: string): string => (text.length > 200 ? `${text.slice(0, 199)}…` : text);

/** The contact who asked, and those who list the requests of the company. */
async function contactsOf(db: Db, { id, customer }: Row<typeof CustomerRequest>) {
  return db.query<{ user: string; lists: boolean }>({
    name: 'contacts-of-request',
    text: `select c.user_id as user, c.rights && '{listCustomerRequests}'::text[] as lists from contacts c
      where c.agency_id = app_agency() and c.customer_id = $2 and c.user_id is not null and (c.rights && '{listCustomerRequests}'::text[]
        or c.user_id = (select r.user_id from customer_requests r where r.agency_id = c.agency_id and r.id = $1))`,
    values: [id, customer.id],
  });
}

type Said = Pick<Notice, 'title' | 'text' | 'mail'>;

const noticeOf = (said: Said, id: string, { now }: Call) => ({
  ...{ ...said, event: `${id} ${now.toISOString()}`, action: 'Ouvrir ma demande' },
});

/** Collaborators, of their requests. */
export const tellAgents = (
  told: readonly { id: string; agent: { id: string }; said: Said }[],
  call: Call,
): Promise<unknown> =>
  notify(
    call.db,
    requestAnswered,
    told.map(({ id, agent, said }) => ({
      ...{ ...noticeOf(said, id, call), to: { agents: [agent.id] }, link: `/demandes/${id}` },
    })),
    call,
  );

/** K-009: an answer, or a message of the agency. */
export async function tellRequester(row: RequestRow, said: Said, call: Call): Promise<void> {
  if ('nature' in row) {
    await tellAgents([{ id: row.id, agent: row.agent, said }], call);
    return;
  }
  const notice = noticeOf(said, row.id, call);
  const contacts = await contactsOf(call.db, row);
  const usersOf = (lists: boolean): string[] => contacts.filter((one) => one.lists === lists).map(({ user }) => user);
  const notices: Notice[] = [
    { ...notice, to: { users: usersOf(true) }, link: `/customerRequests?open=${row.id}` },
    // Decision 14: without the list, he finds it on his first page.
    { ...notice, to: { users: usersOf(false) }, link: '/home' },
  ];
  await notify(
    call.db,
    customerAnswered,
    notices.filter(({ to }) => typeof to === 'object' && 'users' in to && to.users.length > 0),
    call,
  );
}

/** He opened it himself. */
export async function settleRead(id: string, { db, now }: Call): Promise<void> {
  for (const kind of [agentAsks, customerAsks, requestAnswered, customerAnswered]) await settleOwn(db, kind, id, now);
}

/** K-011: the creator, else the customer, else the customer's users. Of a collaborator: himself. */
export async function recipientsOf(row: RequestRow, db: Db): Promise<string[]> {
  const [found] = await db.query<{ creator: string | null; own: string | null; users: string[] }>(
    'nature' in row
      ? {
          name: 'agent-request-recipients',
          text: `select lower(a.email) as creator, null::text as own, '{}'::text[] as users from agents a where a.agency_id = app_agency() and a.id = $1 and a.status in (100, 200)`,
          values: [row.agent.id],
        }
      : {
          name: 'customer-request-recipients',
          text: `select (select lower(c.email) from contacts c where c.agency_id = r.agency_id and c.customer_id = r.customer_id and c.user_id = r.user_id and c.status = 100 and r.creator_name is not null limit 1) as creator,
              (select lower(u.email) from customers u where u.agency_id = r.agency_id and u.id = r.customer_id) as own,
              (select coalesce(array_agg(distinct lower(c.email)), '{}') from contacts c where c.agency_id = r.agency_id and c.customer_id = r.customer_id and c.status = 100 and c.email is not null and c.user_id is not null) as users
            from customer_requests r where r.agency_id = app_agency() and r.id = $1`,
          values: [row.id],
        },
  );
  if (found?.creator) return [found.creator];
  return found?.own ? [found.own] : (found?.users ?? []);
}

const saidOf = { 200: 'acceptée', 300: 'refusée', 400: 'reportée' } as Readonly<Record<number, string>>;

export const answerWords = (
  kind: RequestKind,
  row: RequestRow,
  status: number,
  message: string | null,
): Pick<Notice, 'title' | 'text'> => ({
  title: `Demande ${saidOf[status] ?? stateOf(requestMachine(kind), status).label}`,
  text: `« ${row.subject} » est ${saidOf[status] ?? ''}.${message ? `\n${message}` : ''}`,
});

/** The confirmation mail of an answer. */
export async function mailAnswer(
  kind: RequestKind,
  row: RequestRow,
  { status, message, to }: { status: number; message: string | null; to: readonly string[] },
  call: Call,
): Promise<void> {
  if (to.length === 0) throw new Problem('invalid', requestMessages.noAddress);
  const { db, context, caller, host, now, services } = call;
  const { tenants, mailer } = services;
  const words = await agencyWords(db, context.agency as string, 'requestAnswer');
  const said = `Votre demande « ${row.subject} » (${row.requestType.name}) est ${saidOf[status] ?? ''}.`;
  const values = {
    ...{ agence: words.agency, titre: row.subject, document: row.requestType.name },
    destinataire: requesterOf(row),
    date: frenchDay(await agencyToday(db)),
    reponse: message ? `${said}\n\n${message}` : said,
  };
  // The agency's own text may leave the answer out: it is what the mail is for.
  const text = messageOf('requestAnswer', words, values);
  const message_ = text.includes(values.reponse) ? text : `${text}\n\n${values.reponse}`;
  const url = tenants.urlOf(tenants.of(host ?? '*'));
  const link = kind === 'agent' ? `/demandes/${row.id}` : '/home';
  const mails = to.map(
    (address): Mail => ({
      to: address,
      subject: subjectOf('requestAnswer', words, values),
      paragraphs: paragraphsOf(message_),
      action: { label: 'Ouvrir ma demande', url: `${url}/#${link}` },
    }),
  );
  await mailer.send(mails, { db, agency: context.agency, caller, host, reason: 'requestAnswer', now });
}
