// Contracts of both kinds: their text from a template, their number, and what their moves start.
import { AgentContract, CustomerContract } from '#core/contracts/contract.ts';
import { contractStatus } from '#core/contracts/status.ts';
import type { ContractKind } from '#core/contracts/variables.ts';
import { Customer } from '#core/customers/customer.ts';
import { entityNamed } from '#core/entities.ts';
import { archivedStates } from '#core/kernel/machine.ts';
import { Problem } from '#core/kernel/problem.ts';
import { activeStatus, inactiveStatus } from '#core/roles.ts';
import type { Db } from '#server/db/database.ts';
import type { CheckedDraft, Extension } from '#server/kernel/extension.ts';
import { planOf } from '#server/kernel/plan.ts';
import { followMove, recallState } from './moving.ts';

type Draft = CheckedDraft<typeof AgentContract>;

/** Who reads his own: the address by which his line names him, as for the link that he takes from his account. */
const ownAddress = {
  agent: 'select lower(a.email) from agents a where a.agency_id = app_agency() and a.id = app_agent()',
  customer:
    'select lower(p.email) from contacts p where p.agency_id = app_agency() and p.customer_id = app_customer() and p.user_id = app_user()',
} as const;

/** Of a contract `c`: the reader's own line waits, and it is his turn. For the agency nobody signs from the path of its people. */
export const awaitsReader = (kind: ContractKind, c: string): string =>
  `(${c}.status = ${contractStatus.awaiting} and exists (select from ${kind}_contract_signatures s where s.agency_id = ${c}.agency_id and s.${kind}_contract_id = ${c}.id and s.role <> 'AGENCY' and lower(s.email) in (${ownAddress[kind]})
    and s.signed_at_date is null and not s.sign_invalid and (${c}.signing_order = 'TOGETHER' or not exists (select from ${kind}_contract_signatures b
      where b.agency_id = s.agency_id and b.${kind}_contract_id = ${c}.id and b.rank < s.rank and b.signed_at_date is null))))`;

/** What the form did not send comes from the template: the text, and of a new contract the order of its signatures. */
async function fillFromTemplates(
  kind: ContractKind,
  rows: readonly { draft: Draft; current: { content: string | null } | null }[],
  db: Db,
): Promise<void> {
  const lacksText = ({ draft, current }: (typeof rows)[number]): boolean => !(draft.content ?? current?.content);
  const empty = rows.filter(
    (row) => row.draft.template && (lacksText(row) || (!row.current && row.draft.signingOrder === undefined)),
  );
  if (empty.length === 0) return;
  const found = await db.query<{ id: string; content: string | null; order: 'TOGETHER' | 'ORDER' }>({
    name: `${kind}-template-texts`,
    text: `select id, content, signing_order as order from ${kind}_contract_templates where agency_id = app_agency() and id = any ($1::uuid[])`,
    values: [empty.map(({ draft }) => draft.template?.id)],
  });
  for (const row of empty) {
    const { draft, current } = row;
    const template = found.find(({ id }) => id === draft.template?.id.toLowerCase());
    if (!template) continue;
    if (lacksText(row)) draft.content = template.content;
    if (!current) draft.signingOrder ??= template.order;
  }
}

/** A signatory asked by mail once: his link is his. */
function refuseTwice(rows: readonly { draft: Draft }[]): void {
  for (const { draft } of rows) {
    const mails = (draft.signatures ?? []).flatMap(({ email }) => (email ? [email.toLowerCase()] : []));
    const twice = mails.findIndex((mail, index) => mails.indexOf(mail) !== index);
    if (twice < 0) continue;
    const message = 'Cette adresse est déjà celle d’un autre signataire.';
    throw new Problem('invalid', message, { violations: [{ path: 'signatures', message }] });
  }
}

/** Of a contract `c`: whom it is made with is still there. */
export const partyStays = (kind: ContractKind, c: string): string =>
  kind === 'agent'
    ? `exists (select from agents a where a.agency_id = ${c}.agency_id and a.id = ${c}.agent_id and a.status in (${activeStatus}, ${inactiveStatus}))`
    : `exists (select from customers k where k.agency_id = ${c}.agency_id and k.id = ${c}.customer_id and k.status <> all (array[${archivedStates(Customer.machine)}]))`;

const goneText = { agent: 'Le collaborateur est archivé', customer: 'Le client est archivé' } as const;

const extensionOf = (kind: ContractKind) =>
  ({
    computed: {
      awaited: (t: string) =>
        `(select count(*)::integer from ${kind}_contract_signatures s where s.agency_id = ${t}.agency_id and s.${kind}_contract_id = ${t}.id and s.signed_at_date is null)`,
      reachable: (t: string) =>
        `(select count(*)::integer from ${kind}_contract_signatures s where s.agency_id = ${t}.agency_id and s.${kind}_contract_id = ${t}.id and s.email is not null and not s.sign_invalid)`,
      stopped: (t: string) =>
        `case when ${t}.status = ${contractStatus.awaiting} and not ${partyStays(kind, t)} then '${goneText[kind]}' end`,
      awaitsYou: (t: string) => awaitsReader(kind, t),
      file: (t: string) =>
        `(select file_json(f, app_file_url(f.id)) from signature_requests r join files f on f.agency_id = r.agency_id and f.id = coalesce(r.signed_file_id, r.file_id)
          where r.agency_id = ${t}.agency_id and r.${kind}_contract_id = ${t}.id and ${t}.status <> 100 order by r.asked_at desc, r.id desc limit 1)`,
    },
    async beforeSave(rows: never, { db }: { db: Db }) {
      refuseTwice(rows);
      await fillFromTemplates(kind, rows, db);
    },
    beforeMove: (move: string, rows: never, call: never) => recallState(kind, move, rows, call),
    afterMove: (move: string, rows: never, call: never) => followMove(kind, move, rows, call),
  }) as const;

export const agentContractExtension: Extension<typeof AgentContract> = extensionOf('agent');
export const customerContractExtension: Extension<typeof CustomerContract> = extensionOf('customer');

export const contractPlans = {
  agent: planOf(AgentContract, agentContractExtension, entityNamed),
  customer: planOf(CustomerContract, customerContractExtension, entityNamed),
} as const;
