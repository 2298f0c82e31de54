// Commercial contracts: their notice, their sites, and the revision of their prices.
import { CommercialContract, type CommercialExpiration } from '#core/commercial/contract.ts';
import { coefficientOf, type IndexValue, indexOn } from '#core/commercial/indexation.ts';
import { previewRevision, reviseContract, revisionMessages } from '#core/commercial/revision-calls.ts';
import { coefficientOn, revised } from '#core/commercial/terms.ts';
import { priceLabels } from '#core/customers/prices.ts';
import { entityNamed } from '#core/entities.ts';
import type { Row } from '#core/kernel/entity.ts';
import { type Decimal, scaleOf, toNumber, toText } from '#core/kernel/money.ts';
import { Problem } from '#core/kernel/problem.ts';
import { expiryStateOf } from '#server/agents/contracts.ts';
import { agencyCurrency } from '#server/billing/totals.ts';
import { unbilledOf, unbilledWords } from '#server/billing/unbilled.ts';
import type { Db } from '#server/db/database.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle, RawJson } from '#server/kernel/call.ts';
import type { Extension, Pending } from '#server/kernel/extension.ts';
import { readRow } from '#server/kernel/list.ts';
import { planOf } from '#server/kernel/plan.ts';
import { lockRows, readWhole } from '#server/kernel/save.ts';
import { isUuid } from '#server/kernel/uuid.ts';

const noticeUntil = (t: string): string =>
  `(case when ${t}.notice_months > 0 and ${t}.denounced_on is null then last_notice_day(${t}.end_date, ${t}.notice_months) end)`;

export const contractExtension: Extension<typeof CommercialContract> = {
  computed: { noticeUntil: (t) => `${noticeUntil(t)}::text` },
  bare: { noticeUntil },
  async beforeSave(rows, { db }) {
    await refuseForeignSites(rows, db);
    await refuseBilledFlats(rows, db);
  },
  async beforeMove(move, rows, { db, now }) {
    if (move === 'delete') await refuseBilledContracts(rows, db);
    if (move === 'archive') for (const row of rows) await refuseUnbilled(row, db, now);
  },
};

export const contractPlan = planOf(CommercialContract, contractExtension, entityNamed);

export const dueExtension: Extension<typeof CommercialExpiration> = {
  computed: {
    contract: (t) => `${t}.contract`,
    kind: (t) => `${t}.kind`,
    date: (t) => `${t}.date`,
    state: (t) => expiryStateOf(`${t}.date`),
    daysLeft: (t) => `(${t}.date - app_today())`,
  },
};

/** A contract is about sites of its customer. Those that it named before are its own, whoever has them today. */
async function refuseForeignSites(rows: readonly Pending<typeof CommercialContract>[], db: Db): Promise<void> {
  const placed = rows.flatMap(({ draft, current }) => {
    const customer = draft.customer ?? current?.customer;
    const known = new Set(customer?.id === current?.customer.id ? current?.sites.map(({ id }) => id) : []);
    return (draft.sites ?? current?.sites ?? []).flatMap((site) =>
      known.has(site.id) ? [] : [{ site: site.id, customer: customer?.id }],
    );
  });
  if (placed.length === 0) return;
  const foreign = await db.query({
    name: 'sites-of-other-customers',
    text: `select 1 from json_to_recordset($1::json) p (site uuid, customer uuid)
      join sites s on s.agency_id = app_agency() and s.id = p.site where s.customer_id is distinct from p.customer limit 1`,
    values: [JSON.stringify(placed)],
  });
  if (foreign.length === 0) return;
  const message = 'Un de ces sites n’est pas à ce client.';
  throw new Problem('invalid', message, { violations: [{ path: 'sites', message }] });
}

/** A flat amount that was billed stays: typed again under another id, its months would be billed again. */
async function refuseBilledFlats(rows: readonly Pending<typeof CommercialContract>[], db: Db): Promise<void> {
  const at = rows.flatMap(({ draft, current }) => {
    if (current === null) return [];
    const kept = new Set(draft.flats?.map((flat) => (flat as { id?: string }).id));
    const isMoved = draft.customer != null && draft.customer.id !== current.customer.id;
    const gone = draft.flats ? current.flats.filter(({ id }) => !kept.has(id)) : [];
    return [
      ...gone.map(({ id }) => ({ id, path: 'flats' })),
      ...(isMoved ? current.flats.map(({ id }) => ({ id, path: 'customer' })) : []),
    ];
  });
  if (at.length === 0) return;
  const [billed] = await db.query<{ id: string; label: string }>({
    name: 'billed-flats-removed',
    text: `select f.id, f.label from commercial_flats f where f.agency_id = app_agency() and f.id = any ($1::uuid[])
      and exists (select from billed_flats b where b.agency_id = f.agency_id and b.flat_id = f.id and b.freed_at is null) order by f.label, f.id limit 1`,
    values: [at.map(({ id }) => id)],
  });
  const path = at.find(({ id }) => id === billed?.id)?.path;
  if (!billed || !path) return;
  const message =
    path === 'flats'
      ? `« ${billed.label} » est facturé : gardez cette ligne. Pour l’arrêter, mettez une date de fin au contrat.`
      : 'Ce contrat est facturé : il garde son client. Mettez-lui une date de fin, et faites un contrat pour l’autre client.';
  throw new Problem('invalid', message, { violations: [{ path, message }] });
}

/** Kept ten years with the invoices that it priced (law.md 3): archived, not removed. */
async function refuseBilledContracts(rows: readonly Row<typeof CommercialContract>[], db: Db): Promise<void> {
  const [billed] = await db.query<{ title: string }>({
    name: 'billed-contracts',
    text: `select k.title from commercial_contracts k where k.agency_id = app_agency() and k.id = any ($1::uuid[]) and (
        exists (select from commercial_flats f join billed_flats b on b.agency_id = f.agency_id and b.flat_id = f.id
            join invoices v on v.agency_id = b.agency_id and v.id = b.invoice_id
          where f.agency_id = k.agency_id and f.commercial_contract_id = k.id and (b.freed_at is null or v.issued_at is not null))
        or exists (select from billed_services b join invoices v on v.agency_id = b.agency_id and v.id = b.invoice_id
            join services s on s.agency_id = b.agency_id and s.id = b.service_id
          where b.agency_id = k.agency_id and v.customer_id = k.customer_id and (b.freed_at is null or v.issued_at is not null)
            and (s.start_at at time zone app_zone())::date between k.start_date and coalesce(k.end_date, 'infinity')
            and (not exists (select from commercial_contract_sites x where x.agency_id = k.agency_id and x.commercial_contract_id = k.id)
              or exists (select from commercial_contract_sites x where x.agency_id = k.agency_id and x.commercial_contract_id = k.id and x.site_id = s.site_id))))
      order by k.title limit 1`,
    values: [rows.map(({ id }) => id)],
  });
  if (billed)
    throw new Problem(
      'conflict',
      `« ${billed.title} » est facturé, et gardé dix ans : mettez-lui une date de fin et archivez-le.`,
    );
}

/** What was done under it is billed first: nobody looks for it in an archived contract. */
async function refuseUnbilled(
  { id, title, customer }: Row<typeof CommercialContract>,
  db: Db,
  now: Date,
): Promise<void> {
  const { services, flats } = await unbilledOf(db, customer.id, now);
  const parts = unbilledWords({
    services: services.filter(({ contract }) => contract === id),
    flats: flats.filter(({ contract }) => contract === id),
  });
  if (parts.length > 0)
    throw new Problem('conflict', `« ${title} » a encore ${parts.join(', ')} : préparez-les avant de l’archiver.`);
}

interface Revised {
  index: IndexValue;
  coefficient: Decimal;
}

/** What the formula gives on that day. */
async function revisionOf(db: Db, contract: Row<typeof CommercialContract>, date: string): Promise<Revised> {
  const { priceIndex, fixedShare, indexShare, baseValue } = contract.indexation;
  if (!priceIndex || fixedShare === null || indexShare === null || baseValue === null)
    throw new Problem('conflict', revisionMessages.noFormula);
  if (date < contract.startDate || (contract.endDate !== null && date > contract.endDate))
    throw invalid(revisionMessages.before);
  if (contract.revisions.some((one) => (one.date ?? '') >= date)) throw new Problem('conflict', revisionMessages.done);
  const values = await db.query<IndexValue & Record<string, unknown>>({
    name: 'values-of-index',
    text: `select v.date::text, v.value::float8 as value from price_index_values v where v.agency_id = app_agency() and v.price_index_id = $1`,
    values: [priceIndex.id],
  });
  const index = indexOn(values, date);
  if (!index) throw invalid(revisionMessages.noValue);
  return { index, coefficient: coefficientOf({ fixedShare, indexShare, base: baseValue }, index.value) };
}

const invalid = (message: string): Problem =>
  new Problem('invalid', message, { violations: [{ path: 'date', message }] });

/** Every price and flat amount, before and after. */
function changesOf(contract: Row<typeof CommercialContract>, date: string, coefficient: Decimal, scale: number) {
  const revisions = contract.revisions.map((one) => ({ date: one.date ?? '', coefficient: one.coefficient ?? 1 }));
  const now = coefficientOn(revisions, date);
  const changed = (label: string, amount: number) => ({
    label,
    before: toNumber(revised(amount, now, scale)),
    after: toNumber(revised(amount, coefficient, scale)),
  });
  return [
    ...contract.prices.flatMap(({ priceKey, specialty, amount }) =>
      amount === null ? [] : [changed([priceLabels[priceKey], specialty?.name].filter(Boolean).join(', '), amount)],
    ),
    ...contract.flats.map(({ label, amount }) => changed(label, amount)),
  ];
}

const missing = (): Problem => new Problem('missing', CommercialContract.missing);

async function revise(call: Call<typeof reviseContract>): Promise<never> {
  const { db, params, input } = call;
  if (!isUuid(params.id)) throw missing();
  const contract = (await lockRows(contractPlan, db, [params.id])).get(params.id.toLowerCase());
  if (!contract) throw missing();
  const { index, coefficient } = await revisionOf(db, contract, input.date);
  await db.query({
    name: 'revise-contract',
    text: `insert into commercial_revisions (agency_id, commercial_contract_id, rank, date, index_value, coefficient) values (app_agency(), $1, $2, $3, $4, $5)`,
    values: [contract.id, contract.revisions.length, input.date, index.value, toText(coefficient)],
  });
  // The next one is due a year later.
  await db.query({
    name: 'next-revision',
    text: `update commercial_contracts set revision_date = ($2::date + interval '1 year')::date, version = version + 1, updated_at = now()
      where agency_id = app_agency() and id = $1`,
    values: [contract.id, input.date],
  });
  await writeAudit(db, call, {
    ...{ entity: CommercialContract.name, id: contract.id, action: 'revise' },
    changes: { coefficient: { before: null, after: toNumber(coefficient) }, date: { before: null, after: input.date } },
  });
  return new RawJson(`{"commercialContract":${await readRow(contractPlan, call as Call, contract.id)}}`) as never;
}

export const contractHandlers: Handler[] = [
  handle(previewRevision, async ({ db, params, input }) => {
    const contract = isUuid(params.id)
      ? (await readWhole(contractPlan, db, [params.id])).get(params.id.toLowerCase())
      : undefined;
    if (!contract) throw missing();
    const { index, coefficient } = await revisionOf(db, contract, input.date);
    const currency = await agencyCurrency(db);
    return {
      ...{ index: { date: index.date, value: index.value }, coefficient: toNumber(coefficient), currency },
      changes: changesOf(contract, input.date, coefficient, scaleOf(currency)),
    };
  }),
  handle(reviseContract, revise),
];
