// Writes reports: of the desk, of an agent on his own path, and of a phone.
import { Problem, type Violation } from '#core/kernel/problem.ts';
import { refusals } from '#core/planning/lifecycle.ts';
import { Service } from '#core/planning/service.ts';
import { type Answer, answerFault, missingViolations } from '#core/reports/answers.ts';
import { reportMessages } from '#core/reports/calls.ts';
import type { ReportContent } from '#core/reports/content.ts';
import { AgencyReport, reportStatus } from '#core/reports/report.ts';
import {
  approvedReport,
  draftReport,
  ownWritableStates,
  refusedReport,
  submittedReport,
  writableStates,
} from '#core/reports/states.ts';
import { allSigners, missingSignatures, reportTypeOf, reportTypes, type Signer } from '#core/reports/types.ts';
import { namedPictures } from '#server/files/named.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import type { Call } from '#server/kernel/call.ts';
import type { Arrived } from '#server/kernel/field-message.ts';
import { alias } from '#server/kernel/plan.ts';
import { putWords } from '#server/kernel/save.ts';
import { needOne } from '#server/kernel/scope.ts';
import { isUuid, uuidv7 } from '#server/kernel/uuid.ts';
import { asAgency } from '#server/planning/lifecycle-writing.ts';
import { readServices, type ServiceRow } from '#server/planning/writing.ts';
import { changedAnswers, changesOf, type KeptField, removeSignatures, typedValue } from './amending.ts';
import { noteApproval } from './deciding.ts';
import { notifySubmitted } from './notice.ts';
import { reportPlan } from './report.ts';
import { settingsOf, type TypeSettings, templateAt } from './templates.ts';

export const invalid = (path: string, message: string): Problem =>
  new Problem('invalid', message, { violations: [{ path, message }] });

/** A message of a phone: its agent, its time and its photos. */
type Reported = Pick<Arrived, 'agent' | 'at' | 'photos'>;

interface Held extends Record<string, unknown> {
  id: string;
  status: number;
  version: number;
  service: string;
  site: string;
  agent: string | null;
  signed: Signer[];
}

/** As the caller sees the service: an agent his published ones. */
export async function servedBy(id: string, call: Pick<Call, 'db' | 'context'>): Promise<ServiceRow> {
  const [row] = isUuid(id) ? await readServices(call.db, [id], call.context) : [];
  if (!row) throw new Problem('missing', Service.missing);
  return row;
}

const filesOf = ({ answers = [], agentSignature, customerSignature }: Partial<ReportContent>): string[] =>
  [
    ...answers.flatMap(({ files = [] }) => files),
    ...(agentSignature ? [agentSignature.file] : []),
    ...(customerSignature ? [customerSignature.file] : []),
  ].map(({ id }) => id);

/** The call sees the whole agency. */
async function heldReport(id: string, { db }: Call): Promise<Held | null> {
  const [row] = await db.query<Held>({
    name: 'held-report',
    text: `select r.id, r.status, r.version, r.service_id as service, r.site_id as site, r.agent_id as agent,
        array_remove(array[case when r.agent_signature_id is not null then 'agent' end, case when r.customer_signature_id is not null then 'customer' end], null) as signed
      from agency_reports r where r.agency_id = app_agency() and r.id = $1 for update`,
    values: [id],
  });
  return row ?? null;
}

const stateLabel = (code: number): string => reportStatus.states[code as 100]?.label ?? '???';

/** The states in which this caller may still write it. */
function refuseState(held: Held, own: boolean): void {
  if (own && held.status === submittedReport) throw new Problem('conflict', reportMessages.submitted);
  const states = own ? ownWritableStates : writableStates;
  if (own && !states.includes(held.status)) throw new Problem('conflict', reportMessages.approved);
  if (!states.includes(held.status))
    throw new Problem(
      'conflict',
      reportStatus.states[approvedReport].frozen ?? `Au statut « ${stateLabel(held.status)} », ce rapport est figé`,
    );
}

interface Made {
  id: string;
  service: ServiceRow;
  content: Partial<ReportContent>;
  settings: TypeSettings;
  agent: string | null;
  at: Date;
}

async function nextReference(prefix: string, { db }: Call): Promise<string> {
  const [counter] = await db.query<{ value: string }>({
    name: 'next-report',
    text: `insert into counters as c (agency_id, name, value) values (app_agency(), $1, 1)
      on conflict (agency_id, name) do update set value = c.value + 1 returning value::text`,
    values: [`report${prefix}`],
  });
  return `${prefix}-${(counter?.value ?? '').padStart(6, '0')}`;
}

async function create({ id, service, content, settings, agent, at }: Made, call: Call): Promise<void> {
  const type = reportTypeOf(service.activityType);
  if (!type) throw invalid('service', reportMessages.noReport);
  if (!settings.enabled) throw new Problem('conflict', reportMessages.disabled);
  const [other] = await call.db.query({
    name: 'other-report',
    text: 'select 1 from agency_reports where agency_id = app_agency() and service_id = $1',
    values: [service.id],
  });
  if (other) throw new Problem('conflict', reportMessages.another);
  const { key, edition } = content.template ?? (await currentOf(type, settings, call));
  const template = await templateAt(call.db, type, key, edition);
  await call.db.query({
    name: 'create-report',
    text: `insert into agency_reports (agency_id, id, reference, type, template, template_edition, site_id, service_id, agent_id, at, price, created_at)
      values (app_agency(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    values: [
      ...[id, await nextReference(reportTypes[type].prefix, call), type, key, edition],
      ...[service.site?.id, service.id, agent, at, settings.price, call.now],
    ],
  });
  const fields = template.sections.flatMap(({ title, fields: list }) =>
    list.map((one) => ({ ...one, section: title })),
  );
  await call.db.query({
    name: 'create-answers',
    text: `insert into agency_report_answers (agency_id, id, agency_report_id, rank, section, key, label, kind, required)
      select app_agency(), x.id, $1, x.rank, x.section, x.key, x.label, x.kind, x.required
      from json_to_recordset($2) as x (id uuid, rank integer, section text, key text, label text, kind text, required boolean)`,
    values: [id, JSON.stringify(fields.map((one, rank) => ({ ...one, rank, id: uuidv7() })))],
  });
}

const currentOf = async (
  type: NonNullable<ReturnType<typeof reportTypeOf>>,
  { template: key }: TypeSettings,
  { db }: Call,
) => {
  const [row] = await db.query<{ edition: number }>({
    name: 'current-report-edition',
    text: `select coalesce(max(edition), 0) as edition from report_templates where agency_id = app_agency() and type = $1 and key = $2`,
    values: [type, key],
  });
  return { key, edition: row?.edition ?? 0 };
};

const keptFields = ({ db }: Call, report: string): Promise<KeptField[]> =>
  db.query<KeptField & Record<string, unknown>>({
    name: 'report-fields',
    text: `select a.id, a.key, a.label, a.kind, a.required, a.value, (select coalesce(json_agg(json_build_object('id', j.file_id) order by j.rank), '[]')
        from agency_report_answer_files j where j.agency_id = a.agency_id and j.answer_id = a.id) as files
      from agency_report_answers a where a.agency_id = app_agency() and a.agency_report_id = $1 order by a.rank`,
    values: [report],
  });

async function writeAnswers(fields: readonly KeptField[], answers: readonly Answer[], { db }: Call): Promise<void> {
  const violations: Violation[] = answers.flatMap((answer) => {
    const field = fields.find(({ key }) => key === answer.key);
    const fault = field ? answerFault(field, answer) : reportMessages.unknownField;
    return fault ? [{ path: `answers.${answer.key}`, message: fault }] : [];
  });
  if (violations[0]) throw new Problem('invalid', violations[0].message, { violations });
  const idOf = (key: string): string => fields.find((field) => field.key === key)?.id ?? '';
  await db.query({
    name: 'write-answers',
    text: `update agency_report_answers a set value = x.value from json_to_recordset($1) as x (id uuid, value text)
      where a.agency_id = app_agency() and a.id = x.id and a.value is distinct from x.value`,
    values: [
      JSON.stringify(
        answers.flatMap((answer) =>
          answer.value === undefined ? [] : [{ id: idOf(answer.key), value: typedValue(answer) }],
        ),
      ),
    ],
  });
  const pictured = answers.filter(({ files }) => files !== undefined);
  await db.query({
    name: 'drop-answer-files',
    text: 'delete from agency_report_answer_files where agency_id = app_agency() and answer_id = any ($1::uuid[])',
    values: [pictured.map(({ key }) => idOf(key))],
  });
  await db.query({
    name: 'write-answer-files',
    text: `insert into agency_report_answer_files (agency_id, answer_id, file_id, rank)
      select app_agency(), x.answer, x.file, x.rank from json_to_recordset($1) as x (answer uuid, file uuid, rank integer) on conflict do nothing`,
    values: [
      JSON.stringify(
        pictured.flatMap(({ key, files = [] }) => files.map(({ id }, rank) => ({ answer: idOf(key), file: id, rank }))),
      ),
    ],
  });
}

/** `stale`: those that the change of an answer removed; the same drawing does not sign again. */
async function writeSignatures(
  ...[id, content, at, stale, { db }]: [string, Partial<ReportContent>, Date, readonly Signer[], Call]
): Promise<void> {
  for (const signer of allSigners.filter((one) => !stale.includes(one))) {
    const signature = content[`${signer}Signature`];
    if (signature === undefined) continue;
    await db.query({
      name: `sign-report-${signer}`,
      text: `update agency_reports set ${signer}_signature_id = $2, ${signer}_signer = $3, ${signer}_signed_at = $4 where agency_id = app_agency() and id = $1
        and ${signer}_signature_id is distinct from $2`,
      values: [id, signature?.file.id ?? null, signature?.name ?? null, signature ? at : null],
    });
  }
}

const lacksSignature = async (id: string, { signature }: TypeSettings, call: Call): Promise<boolean> =>
  missingSignatures(signature, (await heldReport(id, call))?.signed ?? []).length > 0;

/** Hands it to the agency; what a phone could not complete stays a draft. */
async function submit(id: string, settings: TypeSettings, isReported: boolean, call: Call): Promise<void> {
  const { db, now } = call;
  const [held, fields] = [await heldReport(id, call), await keptFields(call, id)];
  if (!held || held.status === submittedReport) return;
  const violations = [
    ...missingViolations(fields, fields),
    ...missingSignatures(settings.signature, held.signed).map((signer) => ({
      ...{ path: `${signer}Signature`, message: refusals.unsigned },
    })),
  ];
  if (violations.length > 0 && isReported) return;
  if (violations.length > 0) throw new Problem('invalid', reportMessages.incomplete, { violations });
  const status = settings.approval ? submittedReport : approvedReport;
  await db.query({
    name: 'submit-report',
    text: 'update agency_reports set status = $2, submitted_at = $3, refusal = null where agency_id = app_agency() and id = $1',
    values: [id, status, now],
  });
  await writeAudit(db, call, {
    ...{ entity: AgencyReport.name, id, action: 'submit' },
    changes: { status: { before: held.status, after: status } },
  });
  if (settings.approval) await notifySubmitted(id, call);
  else await noteApproval([id], null, call);
}

export interface Asked extends Partial<ReportContent> {
  uuid: string;
  service: { id: string };
}

export async function writeReport(input: Asked, call: Call, reported: Reported | null = null): Promise<void> {
  const { context, now } = call;
  const id = input.uuid.toLowerCase();
  const own = context.agent !== null;
  const service = await servedBy(input.service.id, call);
  const type = reportTypeOf(service.activityType);
  if (!type || !service.site) throw invalid('service', reportMessages.noReport);
  if (input.discr !== undefined && input.discr !== type) throw invalid('discr', reportMessages.noReport);
  await namedPictures(filesOf(input), 'answers', call, reported?.photos);
  const at = reported?.at ?? (input.createdAt ? new Date(input.createdAt) : now);
  await asAgency(call, async (whole) => {
    // Of two reports of the same service, the second waits and finds the first.
    await whole.db.query({
      name: 'lock-report',
      text: `select pg_advisory_xact_lock(hashtextextended('report ' || $1, 0))`,
      values: [service.id],
    });
    const settings = await settingsOf(whole.db, type, service.site?.id ?? '');
    const held = await heldReport(id, whole);
    if (held) {
      needOne(call.asker, [own ? 'editOwnInterventionReport' : 'editInterventionReport']);
      if (held.service !== service.id) throw new Problem('conflict', 'Ce rapport est celui d’un autre service');
      refuseState(held, own);
      if (input.version !== undefined && input.version !== held.version)
        throw new Problem('conflict', 'Ce rapport a été modifié entre-temps : rouvrez-le');
    } else {
      needOne(call.asker, [own ? 'createOwnInterventionReport' : 'createInterventionReport']);
      const agent = reported?.agent ?? context.agent ?? service.agents?.[0]?.id ?? null;
      await create({ id, service, content: input, settings, agent, at }, whole);
    }
    const fields = await keptFields(whole, id);
    const changed = changedAnswers(fields, input.answers ?? []);
    await writeAnswers(fields, input.answers ?? [], whole);
    const unsigned = held && changed.length > 0 ? await removeSignatures(id, input, whole) : {};
    await writeSignatures(id, input, reported?.at ?? now, Object.keys(unsigned) as Signer[], whole);
    const isOpenAgain = Object.keys(unsigned).length > 0 && (await lacksSignature(id, settings, whole));
    await whole.db.query({
      name: 'touch-report',
      // What was refused is a draft again once somebody writes it, as is what lost a signature that the agency demands.
      text: `update agency_reports set version = version + 1, updated_at = now(), status = case when status = ${refusedReport} or $2 then ${draftReport} else status end
        where agency_id = app_agency() and id = $1`,
      values: [id, isOpenAgain],
    });
    await putWords(reportPlan, whole.db, `${alias}.id = any ($1::uuid[])`, [id]);
    await writeAudit(whole.db, call, {
      ...{ entity: AgencyReport.name, id, action: held ? 'edit' : 'create' },
      ...(held && { changes: changesOf(changed, unsigned) }),
    });
    if (input.submit) await submit(id, settings, reported !== null, whole);
  });
}

/** N-030: the report of a circuit comes before its step, which may need the signature. */
export async function keepReport(
  { id, agencyReport }: { id?: string | undefined; agencyReport?: ReportContent | undefined },
  call: Call,
): Promise<void> {
  if (id && agencyReport) await writeReport({ ...agencyReport, service: { id } }, call);
}
