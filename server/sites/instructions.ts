// Instructions of sites: readings, and mails about changes.
import { isDeepStrictEqual } from 'node:util';
import { Problem } from '#core/kernel/problem.ts';
import { unscheduled } from '#core/planning/status.ts';
import { activeStatus } from '#core/roles.ts';
import { listSiteInstructionReaders, markSiteInstructionRead, SiteInstruction } from '#core/sites/instruction.ts';
import { instructionRead } from '#core/sites/instruction-message.ts';
import { ownSiteInstruction, siteInstruction } from '#core/sites/notifications.ts';
import type { Db } from '#server/db/database.ts';
import { asSender } from '#server/field/sender.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { receive } from '#server/kernel/field-message.ts';
import { utc } from '#server/kernel/kinds.ts';
import type { Extension } from '#server/kernel/plan.ts';
import { isUuid } from '#server/kernel/uuid.ts';
import { notify, settleOwn } from '#server/notifications/notify.ts';
import { customerMail, type InstructionNews, instructionNotice } from './instruction-notice.ts';

const announced = ['site', 'title', 'content', 'files'] as const;

export const siteInstructionExtension: Extension<typeof SiteInstruction> = {
  computed: {
    readAt: (
      t,
    ) => `case when ${t}.changed_by = app_user() then ${utc(`${t}.changed_at`)} else (select ${utc('r.read_at')} from site_instruction_readers r
      where r.agency_id = ${t}.agency_id and r.site_instruction_id = ${t}.id and r.user_id = app_user() and r.read_at >= ${t}.changed_at) end`,
    readerCount: (t) =>
      `(select count(*)::integer from site_instruction_readers r where r.agency_id = ${t}.agency_id and r.site_instruction_id = ${t}.id)`,
  },
  async afterSave(rows, call) {
    const changed = rows.filter(
      ({ after, before }) => !before || announced.some((name) => !isDeepStrictEqual(before[name], after[name])),
    );
    await call.db.query({
      text: 'update site_instructions set changed_at = $2, changed_by = app_user() where id = any ($1::uuid[])',
      values: [changed.map(({ after }) => after.id), call.now],
    });
    // One that comes out of the archives is told of by its move.
    for (const { after, before } of changed)
      if (after.status === activeStatus && (before === null || before.status === activeStatus))
        await tell(after, before?.site.id !== after.site.id, call.db, call);
  },
  async afterMove(move, rows, call) {
    if (move !== 'reactivate') return;
    const active = await call.db.query<Instruction & Record<string, unknown>>({
      name: 'reactivated-instructions',
      text: `select i.id, json_build_object('id', s.id, 'name', s.name) as site from site_instructions i
        join sites s on s.agency_id = i.agency_id and s.id = i.site_id where i.agency_id = app_agency() and i.id = any ($1::uuid[])`,
      values: [rows.map(({ id }) => id)],
    });
    // Its readers see it again, or for the first time.
    for (const one of active) await tell(one, true, call.db, call);
  },
};

type Instruction = Pick<InstructionNews, 'id' | 'site'>;

interface Told extends Record<string, unknown> {
  audience: 'agents' | 'staff' | 'customer';
  agent: string | null;
  address: string;
  firstname: string;
  agency: string;
}

/**
 * I-019. Tells those whom the site wants to tell and who can open it: staff with the right, agents whose published planning
 * brings them there now or later, contacts with an account. Its author is not told.
 */
async function tell(instruction: Instruction, isNew: boolean, db: Db, call: Call): Promise<void> {
  const { id, site } = instruction;
  const people = await db.query<Told>({
    name: 'instruction-told',
    text: `select 'staff' as audience, null::uuid as agent, '' as address, '' as firstname, g.name as agency
        from sites s join agencies g on g.id = s.agency_id where s.id = $1 and s.notify_site_instruction_admins
      union all
      select 'agents', a.id, '', '', '' from sites s join agents a on a.agency_id = s.agency_id join agencies g on g.id = s.agency_id
        where s.id = $1 and s.notify_site_instruction_agents and 'readInstructions' = any (s.rights_agent) and a.plannable
          and a.id in (select h.agent_id from published_services p join published_service_agents h on h.agency_id = p.agency_id and h.service_id = p.id
            where p.agency_id = app_agency() and p.site_id = $1 and p.end_at > $2 and p.status <> ${unscheduled} and not p.removed)
          and not exists (select from site_users b where b.agency_id = s.agency_id and b.site_id = s.id and b.agent_id = a.id)
          -- Told as staff.
          and not (s.notify_site_instruction_admins and ('listSiteInstructionBooks' = any (a.rights) or coalesce(g.manager_id = a.user_id, false)))
      union all
      (select distinct on (lower(c.email)) 'customer', null, lower(c.email), c.firstname, g.name from sites s join agencies g on g.id = s.agency_id
        join contacts c on c.agency_id = s.agency_id and c.customer_id = s.customer_id
        where s.id = $1 and s.notify_site_instruction_customers and 'readInstructions' = any (s.rights_customer) and c.status = ${activeStatus}
          and c.email is not null and c.user_id is not null and c.user_id is distinct from app_user() and 'listSiteInstructionBooks' = any (c.rights)
        order by lower(c.email))`,
    values: [site.id, call.now],
  });
  const of = (audience: Told['audience']): Told[] => people.filter((one) => one.audience === audience);
  const news = { id, site, isNew, at: call.now };
  if (of('staff').length > 0) await notify(db, siteInstruction, [instructionNotice(news, 'staff', 'holders')], call);
  const agents = of('agents').map(({ agent }) => agent as string);
  if (agents.length > 0) await notify(db, ownSiteInstruction, [instructionNotice(news, 'agent', { agents })], call);
  const { mailer, tenants } = call.services;
  const url = tenants.urlOf(tenants.of(call.host));
  await mailer.send(
    of('customer').map((to) => customerMail(to, news, { agency: to.agency, url })),
    {
      db,
      agency: call.context.agency,
      caller: call.caller,
      host: call.host,
      reason: SiteInstruction.name,
      now: call.now,
    },
  );
}

const missing = (): Problem => new Problem('missing', SiteInstruction.missing);

async function seen(db: Db, id: string): Promise<void> {
  const rows = isUuid(id)
    ? await db.query({ name: 'instruction-seen', text: 'select 1 from site_instructions where id = $1', values: [id] })
    : [];
  if (rows.length === 0) throw missing();
}

/** The time of the receipt of its current text; a text that changed after `at` is not read yet. */
async function markRead(id: string, at: Date, call: Call): Promise<string | null> {
  const { db, caller, profile, context, now } = call;
  await seen(db, id);
  // Platform staff, or staff acting for somebody, do not count as readers.
  if (!caller || caller.acting || !profile) return null;
  const [read] = await db.query<{ read_at: Date; first: boolean; current: boolean }>({
    name: 'mark-instruction',
    text: `insert into site_instruction_readers as r (agency_id, site_instruction_id, user_id, name, kind, read_at) values ($1, $2, $3, $4, $5, $6)
      on conflict (agency_id, site_instruction_id, user_id) do update
        set read_at = case when r.read_at < (select i.changed_at from site_instructions i where i.id = $2) then greatest(r.read_at, excluded.read_at) else r.read_at end
      returning read_at, read_at = $6 as first, read_at >= (select i.changed_at from site_instructions i where i.id = $2) as current`,
    values: [context.agency, id, caller.userId, caller.name, profile.kind, at],
  });
  if (read?.current) for (const kind of [ownSiteInstruction, siteInstruction]) await settleOwn(db, kind, id, now);
  if (read?.first) await writeAudit(db, call, { entity: SiteInstruction.name, id, action: 'read' });
  return read?.read_at.toISOString() ?? null;
}

/** What was read on a phone counts from the moment it was read. */
export const receiveReading = receive(instructionRead, async (event, call) => {
  const moment = new Date(Math.min(event.at.getTime(), call.now.getTime()));
  await asSender(event, call, (own) => markRead(event.payload.instruction, moment, own));
});

export const siteInstructionHandlers: Handler[] = [
  handle(markSiteInstructionRead, async (call) => ({ readAt: await markRead(call.params.id, call.now, call) })),

  handle(listSiteInstructionReaders, async ({ db, params }) => {
    await seen(db, params.id);
    const rows = await db.query<{
      user_id: string;
      name: string;
      kind: 'AGENCY' | 'CUSTOMER';
      read_at: Date;
      current: boolean;
    }>({
      name: 'instruction-readers',
      text: `select r.user_id, r.name, r.kind, r.read_at, r.read_at >= i.changed_at as current
        from site_instruction_readers r join site_instructions i on i.agency_id = r.agency_id and i.id = r.site_instruction_id
        where r.site_instruction_id = $1 order by r.read_at desc, r.user_id`,
      values: [params.id],
    });
    return {
      readers: rows.map((row) => ({
        id: row.user_id,
        name: row.name,
        type: row.kind,
        readAt: row.read_at.toISOString(),
        isCurrent: row.current,
      })),
    };
  }),
];
