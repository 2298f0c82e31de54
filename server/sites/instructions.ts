// Instructions of sites: readings, and mails about changes.
import { isDeepStrictEqual } from 'node:util';
import type { Row } from '#core/kernel/entity.ts';
import { filesOfHtml } from '#core/kernel/html.ts';
import { Problem } from '#core/kernel/problem.ts';
import { activeStatus } from '#core/roles.ts';
import { listSiteInstructionReaders, markSiteInstructionRead, SiteInstruction } from '#core/sites/instruction.ts';
import type { Db } from '#server/db/database.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { utc } from '#server/kernel/kinds.ts';
import type { Extension } from '#server/kernel/plan.ts';
import { isUuid } from '#server/kernel/uuid.ts';
import { type InstructionNews, instructionMail, type Recipient } from './instruction-mail.ts';

const announced = ['title', 'content', 'files'] as const;

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
    for (const { after, before } of changed)
      if (after.status === activeStatus) await notify(after, before === null, call.db, call);
  },
};

/** I-019. Mails everybody who may read it, once per address, except its author. */
async function notify(instruction: Row<typeof SiteInstruction>, isNew: boolean, db: Db, call: Call): Promise<void> {
  const { site, content } = instruction;
  const recipients = await db.query<Recipient & Record<string, unknown>>({
    name: 'instruction-recipients',
    text: `select distinct on (lower(p.email)) lower(p.email) as address, p.firstname, p.audience, p.user_id is not null as "hasAccount"
      from (
        select 2 as rank, 'agent' as audience, a.email, a.firstname, a.user_id from sites s join agents a on a.agency_id = s.agency_id
          where s.id = $1 and s.notify_site_instruction_agents and 'readInstructions' = any (s.rights_agent)
            and a.status = 100 and a.plannable and 'readOwnSiteInstructionBook' = any (a.rights)
            and not exists (select from site_users b where b.agency_id = s.agency_id and b.site_id = s.id and b.agent_id = a.id)
        union all
        select 1, 'staff', a.email, a.firstname, a.user_id from sites s join agents a on a.agency_id = s.agency_id join agencies g on g.id = s.agency_id
          where s.id = $1 and s.notify_site_instruction_admins and a.status = 100
            and ('listSiteInstructionBooks' = any (a.rights) or g.manager_id = a.user_id)
        union all
        select 3, 'customer', c.email, c.firstname, c.user_id from sites s join contacts c on c.agency_id = s.agency_id and c.customer_id = s.customer_id
          where s.id = $1 and s.notify_site_instruction_customers and 'readInstructions' = any (s.rights_customer) and c.status in (100, 200)
      ) p
      where p.email is not null and p.user_id is distinct from app_user()
      order by lower(p.email), p.rank`,
    values: [site.id],
  });
  if (recipients.length === 0) return;
  const [agency] = await db.query<{ name: string }>({
    name: 'agency-name',
    text: 'select name from agencies where id = app_agency()',
  });
  const news: InstructionNews = {
    id: instruction.id,
    title: instruction.title,
    content,
    hasMore: filesOfHtml(content ?? '').length + instruction.files.length > 0,
    site,
    isNew,
    agency: agency?.name ?? '',
  };
  const { mailer, tenants } = call.services;
  const brand = tenants.of(call.host);
  await mailer.send(
    recipients.map((to) => instructionMail(to, news, { name: brand.tenant.name, url: tenants.urlOf(brand) })),
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

export const siteInstructionHandlers: Handler[] = [
  handle(markSiteInstructionRead, async (call) => {
    const { db, params, caller, profile, context, now } = call;
    await seen(db, params.id);
    // Platform staff, or staff acting for somebody, do not count as readers.
    if (!caller || caller.acting || !profile) return { readAt: null };
    const [read] = await db.query<{ read_at: Date; first: boolean }>({
      name: 'mark-instruction',
      text: `insert into site_instruction_readers as r (agency_id, site_instruction_id, user_id, name, kind, read_at) values ($1, $2, $3, $4, $5, $6)
        on conflict (agency_id, site_instruction_id, user_id) do update
          set read_at = case when r.read_at < (select i.changed_at from site_instructions i where i.id = $2) then excluded.read_at else r.read_at end
        returning read_at, read_at = $6 as first`,
      values: [context.agency, params.id, caller.userId, caller.name, profile.kind, now],
    });
    if (read?.first) await writeAudit(db, call, { entity: SiteInstruction.name, id: params.id, action: 'read' });
    return { readAt: read?.read_at.toISOString() ?? null };
  }),

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
