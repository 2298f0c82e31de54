// The only way to tell people something: in the application, by mail, by push, as each of them chose.
import { allChannels, type Channel, type NotificationKind, type Unreached } from '#core/kernel/notification.ts';
import { activeStatus } from '#core/roles.ts';
import { isLocked } from '#server/agencies/lock.ts';
import type { Db } from '#server/db/database.ts';
import type { Call, Services } from '#server/kernel/call.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import type { Mail } from '#server/mail/mailer.ts';
import { sendPush } from './push/send.ts';

/** By a call, or by a job, without caller and host. */
export interface Teller extends Pick<Call, 'caller' | 'context' | 'now'> {
  host: string | null;
  services: Pick<Services, 'mailer' | 'tenants' | 'jobs'>;
}

export interface Recipient {
  address: string;
  firstname: string;
  fullname: string;
  /** A collaborator may have an address and no account yet. */
  hasAccount: boolean;
}

export interface Place {
  /** Names of the agency and of the product. */
  agency: string;
  brand: string;
  url: string;
}

export interface Notice {
  /** Ids of agents (of contacts, if the kind tells customers), of users, or of customers, whose contacts are told; `holders`: everybody who holds a right of the kind. */
  to: { agents: readonly string[] } | { users: readonly string[] } | { customers: readonly string[] } | 'holders';
  /** Names the event within its kind: nobody gets it twice. */
  event: string;
  title: string;
  text: string;
  /** A path of the application that shows more. */
  link: string;
  /** The label of the mail's button. */
  action?: string;
  /** Instead of the usual mail; null: none. */
  mail?: ((to: Recipient, place: Place) => Mail) | null;
}

interface Reached extends Record<string, unknown> {
  /** Or the contact of a customer. */
  agent: string;
  customer: string | null;
  user: string | null;
  address: string | null;
  firstname: string;
  fullname: string;
  agency: string;
  entitled: boolean;
  channels: Channel[] | null;
  /** One of his browsers takes a push. */
  pushable: boolean;
}

/** Who can be addressed: the collaborators, or the contacts of customers. */
const addressed = (kind: NotificationKind): string =>
  kind.toCustomers
    ? `select c.id as agent, c.customer_id as customer, c.user_id as user, lower(c.email) as address, c.firstname, c.fullname, g.name as agency,
          c.rights && $2::text[] as entitled, p.channels
        from contacts c join customers u on u.agency_id = c.agency_id and u.id = c.customer_id and u.status = ${activeStatus}
          join agencies g on g.id = c.agency_id
          left join notification_preferences p on p.agency_id = c.agency_id and p.user_id = c.user_id and p.kind = $3
        where c.agency_id = $1 and c.status = ${activeStatus}`
    : `select a.id as agent, null::uuid as customer, a.user_id as user, lower(a.email) as address, a.firstname, a.fullname, g.name as agency,
          a.rights && $2::text[] or coalesce(g.manager_id = a.user_id, false) as entitled, p.channels
        from agents a join agencies g on g.id = a.agency_id
          left join notification_preferences p on p.agency_id = a.agency_id and p.user_id = a.user_id and p.kind = $3
        where a.agency_id = $1 and a.status = ${activeStatus}`;

/** The people that the notices address, with what each may see and chose. The caller sees the whole agency. */
const reached = (
  db: Db,
  kind: NotificationKind,
  notices: readonly Notice[],
  by: Pick<Teller, 'context'>,
): Promise<Reached[]> =>
  db.query<Reached>({
    name: kind.toCustomers ? 'notified-contacts' : 'notified',
    text: `with who as materialized (select * from (${addressed(kind)}) who
      where agent = any ($4::uuid[]) or "user" = any ($5::uuid[]) or ($6 and entitled and "user" is not null) or customer = any ($7::uuid[]))
      select who.*, p.id is not null as pushable from who
        left join pushable((select array_agg("user") from who)) p (id) on p.id = who."user" order by agent`,
    values: [
      by.context.agency,
      kind.rights,
      kind.name,
      notices.flatMap(({ to }) => (typeof to === 'object' && 'agents' in to ? to.agents : [])),
      notices.flatMap(({ to }) => (typeof to === 'object' && 'users' in to ? to.users : [])),
      notices.some(({ to }) => to === 'holders'),
      notices.flatMap(({ to }) => (typeof to === 'object' && 'customers' in to ? to.customers : [])),
    ],
  });

export interface Reach {
  channels: readonly Channel[];
  /** Set if there is no channel. */
  why: Unreached | null;
}

/** How each of these agents would be told, or why not. */
export async function reachOf(
  db: Db,
  kind: NotificationKind,
  agents: readonly string[],
  by: Pick<Teller, 'context'> & Partial<Pick<Teller, 'caller'>>,
): Promise<ReadonlyMap<string, Reach>> {
  const notice = { to: { agents }, event: '', title: '', text: '', link: '' };
  const people = new Map((await reached(db, kind, [notice], by)).map((one) => [one.agent, one]));
  return new Map(
    agents.map((id) => {
      const one = people.get(id);
      const isSelf = one !== undefined && one.user !== null && one.user === by.caller?.userId;
      const channels =
        one && !isSelf ? channelsOf(kind, one).filter((channel) => channel !== 'mail' || one.address !== null) : [];
      return [id, { channels, why: channels.length > 0 ? null : isSelf ? 'self' : whyNot(kind, one) }];
    }),
  );
}

/** How many people of each customer would be told. */
export async function reachOfCustomers(
  db: Db,
  kind: NotificationKind,
  customers: readonly string[],
  by: Pick<Teller, 'context'>,
): Promise<ReadonlyMap<string, number>> {
  const notice = { to: { customers }, event: '', title: '', text: '', link: '' };
  const people = (await reached(db, kind, [notice], by)).filter((one) => channelsOf(kind, one).length > 0);
  return new Map(customers.map((id) => [id, people.filter(({ customer }) => customer === id).length]));
}

function whyNot(kind: NotificationKind, one: Reached | undefined): Unreached {
  if (!one) return 'inactive';
  if (one.user === null) return kind.withoutAccount ? 'nothing' : 'account';
  if (!one.entitled) return 'right';
  return channelsOf(kind, one).length === 0 ? 'preference' : 'address';
}

const isAddressed = ({ to }: Notice, one: Reached): boolean => {
  if (to === 'holders') return one.entitled && one.user !== null;
  if ('customers' in to) return one.customer !== null && to.customers.includes(one.customer);
  return 'agents' in to ? to.agents.includes(one.agent) : one.user !== null && to.users.includes(one.user);
};

/** A person with an account must hold a right of the kind; a person without one gets its mail only. */
const channelsOf = (kind: NotificationKind, one: Reached): readonly Channel[] => {
  if (one.user === null) return kind.withoutAccount ? kind.channels.filter((channel) => channel === 'mail') : [];
  if (!one.entitled) return [];
  const wanted = one.channels ?? kind.channels;
  if (!wanted.includes('push')) return wanted;
  // Without a browser that takes it, the mail stands in; with one, an alarm goes both ways.
  return allChannels.filter((channel) => {
    if (channel === 'push') return one.pushable;
    return wanted.includes(channel) || (channel === 'mail' && (kind.insists || !one.pushable));
  });
};

const usualMail = ({ title, text, link, action }: Notice, to: Recipient, { agency, url }: Place): Mail => ({
  to: to.address,
  subject: `${agency} : ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
  paragraphs: [`Bonjour ${to.firstname},`, ...text.split('\n')],
  ...(to.hasAccount ? { action: { label: action ?? 'Ouvrir', url: `${url}/#${link}` } } : {}),
});

/** The caller has seen the thing itself: his notifications of the event and of its reminders are read. */
export const settleOwn = (db: Db, kind: NotificationKind, event: string, now: Date): Promise<unknown> =>
  db.query({
    name: 'settle-notifications',
    text: `update notifications set read_at = $3 where agency_id = app_agency() and user_id = app_user() and read_at is null
      and kind = $1 and (event = $2 or starts_with(event, $2 || ' '))`,
    values: [kind.name, event, now],
  });

/** As `settleOwn`, of several kinds and events in one statement; their names are ids, without a blank. */
export const settleOwnMany = (
  db: Db,
  kinds: readonly NotificationKind[],
  events: readonly string[],
  now: Date,
): Promise<unknown> =>
  db.query({
    name: 'settle-many-notifications',
    text: `update notifications set read_at = $3 where agency_id = app_agency() and user_id = app_user() and read_at is null
      and kind = any ($1::text[]) and split_part(event, ' ', 1) = any ($2::text[])`,
    values: [kinds.map(({ name }) => name), events, now],
  });

/** What these events announced is gone: nobody is still asked to look at it. The call sees the whole agency. */
export const settleAll = (db: Db, kind: NotificationKind, events: readonly string[], now: Date): Promise<unknown> =>
  db.query({
    name: 'settle-all-notifications',
    text: 'select settle_notifications($1, $2, $3)',
    values: [kind.name, events, now],
  });

/**
 * In the transaction of the act, which sees the whole agency. Nobody is told of his own act. Returns the number of people
 * told.
 */
export async function notify(
  db: Db,
  kind: NotificationKind,
  notices: readonly Notice[],
  by: Teller,
): Promise<{ told: number }> {
  if (notices.length === 0) return { told: 0 };
  const people = (await reached(db, kind, notices, by)).filter(
    ({ user }) => user === null || user !== by.caller?.userId,
  );
  const told = new Set<string>();
  const [rows, mails, pushes]: [object[], Mail[], { id: string; user_id: string; mail: Mail | null }[]] = [[], [], []];
  const { mailer, tenants, jobs } = by.services;
  const agency = by.context.agency as string;
  // As for mails: by the clock, the people of a locked agency are told nothing outside the application.
  const isQuiet =
    !kind.whenLocked && by.caller === null && people.some(({ pushable }) => pushable) && (await isLocked(db, agency));
  const brand = tenants.of(by.host ?? '*');
  const mailTo = (
    notice: Notice,
    address: string,
    { agent, firstname, fullname, agency: name, user }: Reached,
  ): Mail | null => {
    if (notice.mail === null) return null;
    const to = { address, firstname, fullname, hasAccount: user !== null };
    const place = { agency: name, brand: brand.tenant.name, url: tenants.urlOf(brand) };
    const mail = notice.mail?.(to, place) ?? usualMail(notice, to, place);
    // People who share an address are each told what concerns them.
    return { ...mail, once: `${kind.name} ${notice.event} ${agent}` };
  };
  for (const notice of notices) {
    const mailed = new Set<string>();
    for (const one of people) {
      if (!isAddressed(notice, one)) continue;
      const wanted = channelsOf(kind, one);
      const mail = one.address === null ? null : mailTo(notice, one.address, one);
      if (one.user !== null && (wanted.includes('here') || wanted.includes('push'))) {
        const { event, title, text, link } = notice;
        const id = uuidv7(by.now.getTime());
        const quiet = !wanted.includes('here');
        rows.push({ id, user_id: one.user, event, title, content: text, link, quiet });
        if (wanted.includes('push') && !isQuiet)
          pushes.push({ id, user_id: one.user, mail: wanted.includes('mail') ? null : mail });
        told.add(one.agent);
      }
      if (!wanted.includes('mail') || mail === null || mailed.has(mail.to)) continue;
      mailed.add(mail.to);
      told.add(one.agent);
      mails.push(mail);
    }
  }
  if (rows.length > 0)
    await db.query({
      name: 'tell',
      // No conflict target: naming one would require to see the rows of others.
      text: `insert into notifications (agency_id, kind, created_at, id, user_id, event, title, content, link, quiet)
        select $1, $2, $3, x.* from jsonb_to_recordset($4::jsonb)
          as x (id uuid, user_id uuid, event text, title text, content text, link text, quiet boolean) on conflict do nothing`,
      values: [agency, kind.name, by.now, JSON.stringify(rows)],
    });
  if (pushes.length > 0) {
    await db.query({
      name: 'tell-by-push',
      text: `insert into push_messages (agency_id, host, created_at, id, user_id, mail)
        select $1, $2, $3, x.* from jsonb_to_recordset($4::jsonb) as x (id uuid, user_id uuid, mail jsonb)`,
      values: [agency, by.host, by.now, JSON.stringify(pushes)],
    });
    await jobs.enqueue(
      sendPush,
      pushes.map(({ id }) => ({ key: id, data: { id } })),
      { db, agency },
    );
  }
  const { whenLocked } = kind;
  await mailer.send(mails, {
    db,
    agency,
    caller: by.caller,
    host: by.host,
    reason: kind.name,
    now: by.now,
    whenLocked,
  });
  return { told: told.size };
}
