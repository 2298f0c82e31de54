// The hours of a customer's sites: drawn, and mailed by hand (AC-019), each order once.
import * as z from 'zod';

import { timeSlots } from '#core/agencies/settings/pay.ts';
import { Customer } from '#core/customers/customer.ts';
import { inHours } from '#core/kernel/duration.ts';
import { Problem } from '#core/kernel/problem.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { messageOf, paragraphsOf, subjectOf } from '#core/mail/words.ts';
import { previewStatement, printStatement, sendStatement, statementMessages } from '#core/pay/statement.ts';
import { wallOf } from '#core/planning/calendar.ts';
import { type SlotMinutes, slotNames } from '#core/planning/slots.ts';
import { counts } from '#core/planning/status.ts';
import { activeStatus } from '#core/roles.ts';
import { isLocked } from '#server/agencies/lock.ts';
import { type BillableService, readBillable } from '#server/billing/billable.ts';
import { nobody } from '#server/db/context.ts';
import type { Db } from '#server/db/database.ts';
import { job } from '#server/jobs/registry.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import { keepPaper } from '#server/mail/paper.ts';
import { type Content, grid } from '#server/pdf/document.ts';
import { draw } from '#server/pdf/drawing.ts';
import { identityOf } from '#server/pdf/identity.ts';
import { fileReply } from '#server/pdf/reply.ts';
import { addedSlots } from '#server/planning/hours-calls.ts';

interface Asked {
  customer: string;
  start: string;
  end: string;
}

interface Party extends Record<string, unknown> {
  name: string;
  agency: string;
  email: string | null;
  header: string | null;
  footer: string | null;
  message: string | null;
  subject: string | null;
  today: string;
  people: { address: string; name: string }[];
  sites: { id: string; name: string }[];
  copies: string[];
}

/** Those who receive the customer's invoices, else his own address. */
async function partyOf(db: Db, customer: string): Promise<Party> {
  const [row] = await db.query<Party>({
    name: 'statement-party',
    text: `select c.name, g.name as agency, nullif(c.email, '') as email, g.hours_count_header as header, g.hours_count_footer as footer, g.hours_count_message as message, g.hours_count_subject as subject,
        app_today()::text as today,
        (select coalesce(json_agg(json_build_object('address', lower(p.email), 'name', concat_ws(' ', p.firstname, p.lastname)) order by p.id), '[]') from contacts p
          where p.agency_id = c.agency_id and p.customer_id = c.id and p.invoice_recipient and p.email is not null and p.status in (100, 200)) as people,
        (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by s.name, s.id), '[]') from sites s where s.agency_id = c.agency_id and s.customer_id = c.id) as sites,
        (select coalesce(json_agg(distinct lower(a.email)), '[]') from agents a where a.agency_id = c.agency_id and a.status = ${activeStatus} and a.user_id is not null
          and a.email is not null and 'receiveCustomerHoursCopy' = any (a.rights)) as copies
      from customers c join agencies g on g.id = c.agency_id where c.agency_id = app_agency() and c.id = $1`,
    values: [customer],
  });
  if (!row) throw new Problem('missing', Customer.missing);
  return row;
}

const periodOf = ({ start, end }: Asked): string => `du ${frenchDay(start)} au ${frenchDay(end)}`;

function letterOf(party: Party, asked: Asked) {
  const to = party.people.length > 0 ? party.people : party.email ? [{ address: party.email, name: party.name }] : [];
  const [only] = to.length === 1 ? to : [];
  const values = {
    ...{ agence: party.agency, destinataire: only?.name || party.name, date: frenchDay(party.today) },
    ...{ document: `Décompte d’heures ${periodOf(asked)}`, periode: periodOf(asked) },
  };
  return { to, subject: subjectOf('hoursCount', party, values), message: messageOf('hoursCount', party, values) };
}

type Drawn = Pick<Call, 'db' | 'context' | 'services' | 'now'>;

interface Line {
  post: BillableService;
  slots: SlotMinutes;
  wanted: number;
}

/** Of a customer, the hours of each post without the names of those who held it: those that his invoice counts. */
async function paperOf(call: Drawn, asked: Asked, party: Party): Promise<{ pdf: Buffer; name: string }> {
  const { db, now } = call;
  const { services, place } = await readBillable(db, asked, { customer: asked.customer }, now);
  const counted = services
    .filter(({ status, done }) => counts(status) || done > 0)
    .map((post): Line => {
      const { id, start, end, wanted: posts } = post;
      const whole = place.hours.slotsIn({ id, start, end, gaps: [] });
      const slots = Object.fromEntries(slotNames.map((name) => [name, whole[name] * posts])) as SlotMinutes;
      return { post, slots, wanted: slotNames.reduce((all, name) => all + slots[name], 0) };
    });
  const local = (minute: number) => wallOf(place.calendar, minute);
  const line = ({ post, wanted }: Line): string[] => [
    frenchDay(post.day),
    `${local(post.start).time} – ${local(post.end).time}`,
    post.postTitle ?? '',
    String(post.wanted),
    inHours(wanted),
    inHours(post.done),
  ];
  const wantedOf = (list: readonly Line[]): number => list.reduce((all, { wanted }) => all + wanted, 0);
  const doneOf = (list: readonly Line[]): number => list.reduce((all, { post }) => all + post.done, 0);
  const heads = ['Jour', 'Horaires', 'Poste', 'Agents', 'Demandées', 'Effectuées'];
  const slots = addedSlots(counted);
  const content: Content[] = [
    ...(party.header ? [{ text: party.header, margin: [0, 0, 0, 8] } satisfies Content] : []),
    ...party.sites.flatMap((site): Content[] => {
      const own = counted.filter(({ post }) => post.site.id === site.id);
      if (own.length === 0) return [];
      const total = ['Total', '', '', '', inHours(wantedOf(own)), inHours(doneOf(own))];
      return [{ text: site.name, style: 'section' }, grid([60, 80, '*', 40, 60, 60], heads, [...own.map(line), total])];
    }),
    ...(counted.length === 0 ? [{ text: 'Aucun service sur la période.', style: 'quiet' } satisfies Content] : []),
    { text: 'Heures demandées par tranche', style: 'section' },
    grid(
      ['*', 80],
      ['Tranche', 'Heures'],
      [
        ...slotNames.filter((name) => slots[name] > 0).map((name) => [timeSlots[name].label, inHours(slots[name])]),
        ['Total', inHours(wantedOf(counted))],
      ],
    ),
  ];
  const title = 'Décompte d’heures';
  const subtitle = `${party.name}, ${periodOf(asked)}`;
  const house = await identityOf(call);
  const pdf = await draw('writePdf', { title, subtitle, house, content, foot: party.footer, now });
  const name = `Décompte d’heures ${party.name} ${asked.start} au ${asked.end}.pdf`.replaceAll(/[\\/:*?"<>|]+/g, '-');
  return { pdf, name };
}

const order = z.object({
  /** Becomes the id of its paper: an order whose paper is kept is not mailed again. */
  id: z.uuid(),
  customer: z.uuid(),
  start: z.string(),
  end: z.string(),
  host: z.string().nullable(),
});

export const mailStatement = job(
  'mailStatement',
  order,
  { label: 'Envoi d’un décompte d’heures', atOnce: 1 },
  async (asked, services, { agency }) => {
    if (!agency) return;
    const { database, mailer } = services;
    const now = new Date();
    const context = { ...nobody, agency };
    const staff: Db = { query: (statement) => database.read(context, statement) };
    // Nothing is mailed (C-020).
    if (await isLocked(staff, agency)) return;
    const party = await partyOf(staff, asked.customer);
    const { to, subject, message } = letterOf(party, asked);
    const { pdf, name } = await paperOf({ db: staff, context, services, now }, asked, party);
    await database.platformTransaction(async (db) => {
      const [mailed] = await db.query({
        name: 'statement-mailed',
        text: 'select 1 from files where agency_id = $1 and id = $2',
        values: [agency, asked.id],
      });
      if (mailed) return;
      const file = await keepPaper({ db, services, now }, agency, pdf, name, asked.id);
      await mailer.send(
        to.map(({ address }, index) => ({
          ...{ to: address, subject, attachments: [file] },
          paragraphs: paragraphsOf(message),
          bcc: index === 0 ? party.copies.filter((copy) => copy !== address) : [],
        })),
        { db, agency, caller: null, host: asked.host, reason: 'hoursStatement', now },
      );
    });
  },
);

export const statementHandlers: Handler[] = [
  handle(printStatement, async (call) => {
    const { pdf, name } = await paperOf(call, call.input, await partyOf(call.db, call.input.customer));
    return fileReply(pdf, name, 'application/pdf');
  }),

  handle(previewStatement, async ({ db, input }) => letterOf(await partyOf(db, input.customer), input)),

  handle(sendStatement, async (call) => {
    const { db, input, now, services, context, host } = call;
    const { to } = letterOf(await partyOf(db, input.customer), input);
    if (to.length === 0) throw new Problem('conflict', statementMessages.nobody);
    const { customer, start, end } = input;
    const id = uuidv7(now.getTime());
    const data = { id, customer, start, end, host };
    await services.jobs.enqueue(mailStatement, [{ key: id, data }], { db, agency: context.agency });
    await writeAudit(db, call, {
      entity: Customer.name,
      id: customer,
      action: 'sendStatement',
      changes: { period: { before: null, after: `${start} – ${end}` } },
    });
    return { sent: to.length };
  }),
];
