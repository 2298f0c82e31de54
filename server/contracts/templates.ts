// Templates: an agency's own, the platform's, and the saved signatures.
import { contractCalls } from '#core/contracts/calls.ts';
import { templatesOf } from '#core/contracts/contract.ts';
import { countSignatures, type PlatformTemplate, platformContractCalls } from '#core/contracts/platform-calls.ts';
import { readyTemplates } from '#core/contracts/ready.ts';
import { ContractSignatureTemplate, removeSignatureTemplate } from '#core/contracts/signature-template.ts';
import { contractMessages } from '#core/contracts/status.ts';
import type { ContractKind } from '#core/contracts/variables.ts';
import { entityNamed } from '#core/entities.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { Problem } from '#core/kernel/problem.ts';
import type { Db } from '#server/db/database.ts';
import { writePlatformAudit } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle, RawJson } from '#server/kernel/call.ts';
import type { Extension, Pending } from '#server/kernel/extension.ts';
import { sanitise } from '#server/kernel/html.ts';
import { utc } from '#server/kernel/kinds.ts';
import { readRow } from '#server/kernel/list.ts';
import { moveMany } from '#server/kernel/move.ts';
import { type Plan, planOf } from '#server/kernel/plan.ts';
import { saveMany } from '#server/kernel/save.ts';
import { isUuid, uuidv7 } from '#server/kernel/uuid.ts';
import { fileReply } from '#server/pdf/reply.ts';
import { drawTemplate } from './printing.ts';

const templatePlans = {
  agent: planOf(templatesOf.agent, {}, entityNamed) as unknown as Plan,
  customer: planOf(templatesOf.customer, {}, entityNamed) as unknown as Plan,
} as const;

/** One with a picture is its owner's; without, it is a name, which whoever may sign corrects. */
async function refuseOthers(rows: readonly Pending<typeof ContractSignatureTemplate>[], call: Call): Promise<void> {
  const { db, caller } = call;
  const known = rows.flatMap(({ current }) => (current && !current.isYours ? [current.id] : []));
  const drawn = await db.query<{ owned: boolean }>({
    name: 'others-signatures',
    text: `select t.owner_id is not null as owned from contract_signature_templates t
      where t.agency_id = app_agency() and t.id = any ($1::uuid[]) and t.signature_id is not null`,
    values: [known],
  });
  const [other] = drawn.toSorted((one, two) => Number(two.owned) - Number(one.owned));
  if (other) throw new Problem('conflict', contractMessages[other.owned ? 'othersMark' : 'ownerless']);
  for (const { draft, current, columns } of rows) {
    if (current?.isYours) continue;
    // The platform's staff own no signature in an agency.
    const owner = current || caller?.platform ? null : (caller?.userId ?? null);
    if (!current) columns.owner_id = owner;
    if (owner === null && draft.signature) throw new Problem('conflict', contractMessages.othersMark);
  }
}

export const signatureTemplateExtension: Extension<typeof ContractSignatureTemplate> = {
  computed: { isYours: (t) => `coalesce(${t}.owner_id = app_user(), false)` },
  async beforeSave(rows, call) {
    const { db } = call;
    await refuseOthers(rows, call);
    // At most one is the default: the last one said so.
    const chosen = rows.filter(({ draft }) => draft.useAsDefault === true);
    for (const { draft } of chosen.slice(0, -1)) draft.useAsDefault = false;
    if (chosen.length > 0)
      await db.query({
        name: 'no-default-signature',
        text: `update contract_signature_templates set use_as_default = false, version = version + 1, updated_at = now()
          where agency_id = app_agency() and use_as_default and id <> coalesce($1::uuid, '00000000-0000-0000-0000-000000000000')`,
        values: [chosen.at(-1)?.current?.id ?? null],
      });
  },
};
const signaturePlan = planOf(ContractSignatureTemplate, signatureTemplateExtension, entityNamed) as unknown as Plan;

type Found = PlatformTemplate & Record<string, unknown>;

const columns = `p.id, p.title, p.signing_order as "signingOrder", p.content, ${utc('p.updated_at')} as "updatedAt", p.version`;

/** As the platform. The first time, the ready ones are its own. */
export async function platformTemplates(db: Db, kind: ContractKind, now: Date): Promise<Found[]> {
  await db.query({
    name: 'first-platform-templates',
    text: `insert into platform_contract_templates (id, kind, title, signing_order, content, created_at, updated_at)
      select x.id, x.kind, x.title, x.signing_order, x.content, $2, $2
        from jsonb_to_recordset($1::jsonb) x (id uuid, kind text, title text, signing_order text, content text)
        where (select pg_advisory_xact_lock(hashtextextended('platform templates', 0))) is not null and not exists (select from platform_contract_templates)`,
    values: [
      JSON.stringify(
        readyTemplates.map((one) => ({
          ...{ id: uuidv7(now.getTime()), kind: one.kind, title: one.title, signing_order: one.signingOrder },
          content: sanitise(one.content),
        })),
      ),
      now,
    ],
  });
  return db.query<Found>({
    name: 'platform-templates',
    text: `select ${columns} from platform_contract_templates p where p.kind = $1 and p.removed_at is null order by p.title collate "fr-x-icu", p.id`,
    values: [kind],
  });
}

const missing = (): Problem => new Problem('missing', templatesOf.agent.missing);

/** The names and dates of a template stay in the platform's history, its text does not. */
const audited = (db: Db, call: Call, action: string, { id, title }: { id: string; title: string }, before?: string) =>
  writePlatformAudit(db, call, {
    ...{ entity: 'platformContractTemplate', id, action },
    changes: { title: { before: before ?? null, after: action === 'delete' ? null : title } },
  });

const handlersOf = (kind: ContractKind): Handler[] => {
  const calls = contractCalls[kind];
  const platform = platformContractCalls[kind];
  const of = templatesOf[kind] as Entity;
  const asPlatform = <T>({ services, now }: Call, work: (db: Db, known: Found[]) => Promise<T>): Promise<T> =>
    services.database.platformTransaction(async (db) => work(db, await platformTemplates(db, kind, now)));
  return [
    handle(calls.removeTemplate, async (call) => {
      if (!isUuid(call.params.id)) throw missing();
      await moveMany(templatePlans[kind], [call.params.id], 'delete', call as never);
    }),
    handle(calls.offered, (call) =>
      asPlatform(call as never, async (_, known) => ({ templates: known.map(({ id, title }) => ({ id, title })) })),
    ),
    handle(calls.adopt, async (call) => {
      const found = await asPlatform(call as never, async (_, known) =>
        known.find(({ id }) => id === call.params.id.toLowerCase()),
      );
      if (!found) throw missing();
      const { title, signingOrder, content } = found;
      const [saved] = await saveMany(templatePlans[kind], [{ title, signingOrder, content } as never], call as never);
      const row = await readRow(templatePlans[kind], call as never, String(saved?.after.id));
      return new RawJson(`{"${of.name}":${row}}`) as never;
    }),
    handle(platform.list, (call) => asPlatform(call as never, async (_, templates) => ({ templates }))),
    handle(platform.save, (call) =>
      asPlatform(call as never, async (db, known) => {
        const { id, version, title, signingOrder } = call.input;
        const before = id ? known.find((one) => one.id === id.toLowerCase()) : undefined;
        if (id && !before) throw missing();
        if (before && version != null && before.version !== version)
          throw new Problem('conflict', 'Ce modèle a été modifié entre-temps.');
        // A picture is a file of an agency: the platform has none.
        const content = sanitise(call.input.content ?? '').replace(/<img[^>]*>/g, '') || null;
        const [template] = await db.query<Found>({
          name: 'save-platform-template',
          text: `insert into platform_contract_templates as p (id, kind, title, signing_order, content, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $6)
            on conflict (id) do update set title = excluded.title, signing_order = excluded.signing_order, content = excluded.content, updated_at = excluded.updated_at,
              version = p.version + 1 returning ${columns}`,
          values: [before?.id ?? uuidv7(call.now.getTime()), kind, title, signingOrder, content, call.now],
        });
        await audited(db, call as never, before ? 'edit' : 'create', template as Found, before?.title);
        return { template: template as Found };
      }),
    ),
    handle(platform.remove, (call) =>
      asPlatform(call as never, async (db, known) => {
        const gone = known.find(({ id }) => id === call.params.id.toLowerCase());
        if (!gone) throw missing();
        await db.query({
          name: 'remove-platform-template',
          text: 'update platform_contract_templates set removed_at = $2, content = null, version = version + 1 where id = $1',
          values: [gone.id, call.now],
        });
        await audited(db, call as never, 'delete', gone, gone.title);
      }),
    ),
    handle(platform.preview, async ({ input, now }) => {
      const pdf = await drawTemplate(kind, input.title ?? null, sanitise(input.content ?? ''), now);
      return fileReply(pdf, 'apercu.pdf', 'application/pdf');
    }),
    handle(platform.contracts, async ({ services, input }) => {
      const { rows } = await services.database.platform.query<Listed>(
        `select c.id, json_build_object('id', g.id, 'name', g.name) as agency, c.reference, c.status, ${utc('c.created_at')} as "createdAt",
            ${utc('c.day_ask_signature')} as "dayAskSignature", ${utc('c.signed_at')} as "signedAt", (select count(*)::integer from ${kind}_contract_papers) as filtered
          from ${kind}_contract_papers c join agencies g on g.id = c.agency_id order by c.created_at desc, c.id desc limit $1 offset $2`,
        [input.limit, (input.page - 1) * input.limit],
      );
      return {
        contracts: rows.map(({ filtered: _, ...row }) => row),
        filtered: rows[0]?.filtered ?? 0,
      };
    }),
  ];
};

interface Listed {
  id: string;
  agency: { id: string; name: string };
  reference: string | null;
  status: number;
  createdAt: string;
  dayAskSignature: string | null;
  signedAt: string | null;
  filtered: number;
}

export const templateHandlers: Handler[] = [
  ...handlersOf('agent'),
  ...handlersOf('customer'),
  handle(removeSignatureTemplate, async (call) => {
    if (!isUuid(call.params.id)) throw new Problem('missing', ContractSignatureTemplate.missing);
    await moveMany(signaturePlan, [call.params.id], 'delete', call as never);
  }),
  handle(countSignatures, async ({ db }) => {
    // Who can be asked by mail, at each sending: requests and parties are never taken back.
    const months = await db.query<{ month: string; count: number }>({
      name: 'count-signatures',
      text: `select to_char(r.asked_at at time zone app_zone(), 'YYYY-MM') as month, count(*)::integer as count
        from signature_requests r join signature_parties p on p.agency_id = r.agency_id and p.request_id = r.id
        where r.agency_id = app_agency() and p.email is not null group by 1 order by 1 desc`,
    });
    return { total: months.reduce((sum, { count }) => sum + count, 0), months };
  }),
];
