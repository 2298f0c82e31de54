// What a change of a written report takes away: a signature stands for the answers that its signer read.
import { type Answer, wordsOfAnswer } from '#core/reports/answers.ts';
import type { ReportContent } from '#core/reports/content.ts';
import type { TemplateField } from '#core/reports/template.ts';
import { allSigners, type Signer } from '#core/reports/types.ts';
import type { Changes } from '#server/kernel/audit.ts';
import type { Call } from '#server/kernel/call.ts';

export type KeptField = TemplateField & { id: string; value: string | null; files: { id: string }[] };

export const typedValue = ({ value }: Answer): string | null => value?.trim() || null;

const filesOf = (files: readonly { id: string }[]): string => files.map(({ id }) => id.toLowerCase()).join(' ');

const wordsOf = ({ kind, value, files }: Pick<KeptField, 'kind' | 'value' | 'files'>): string =>
  [
    wordsOfAnswer(kind, value, (instant) => instant),
    ...(files.length === 0 ? [] : [files.length === 1 ? '1 fichier' : `${files.length} fichiers`]),
  ]
    .filter((words) => words !== '')
    .join(', ');

interface AnswerChange {
  label: string;
  before: string;
  after: string;
}

/** The answers that are not what the report has. */
export const changedAnswers = (fields: readonly KeptField[], answers: readonly Answer[]): AnswerChange[] =>
  answers.flatMap((answer) => {
    const field = fields.find(({ key }) => key === answer.key);
    if (!field) return [];
    const value = answer.value === undefined ? field.value : typedValue(answer);
    const files = [...(answer.files ?? field.files)];
    const otherFiles = filesOf(files) !== filesOf(field.files);
    if (value === field.value && !otherFiles) return [];
    const [before, after] = [wordsOf(field), wordsOf({ kind: field.kind, value, files })];
    // Another photo in the place of one: the number alone would not say it.
    return [{ label: field.label, before, after: before === after ? `${after} (remplacé)` : after }];
  });

/** For the history: which answers, before and after. */
export const changesOf = (
  changed: readonly AnswerChange[],
  unsigned: Readonly<Partial<Record<Signer, string>>>,
): Changes => ({
  ...(changed.length > 0 && {
    answers: {
      before: changed.map(({ label, before }) => ({ label, value: before || null })),
      after: changed.map(({ label, after }) => ({ label, value: after || null })),
    },
  }),
  ...Object.fromEntries(
    allSigners.flatMap((signer) =>
      unsigned[signer] === undefined ? [] : [[`${signer}Signer`, { before: unsigned[signer], after: null }]],
    ),
  ),
});

interface Signatures extends Record<string, unknown> {
  agent: string | null;
  agentName: string | null;
  customer: string | null;
  customerName: string | null;
}

/** Removes the signatures that were given before the answers changed; those of this writing stay. By signer: who had signed. */
export async function removeSignatures(
  id: string,
  content: Partial<ReportContent>,
  { db }: Pick<Call, 'db'>,
): Promise<Partial<Record<Signer, string>>> {
  const [held] = await db.query<Signatures>({
    name: 'signatures-of-report',
    text: `select agent_signature_id as agent, agent_signer as "agentName", customer_signature_id as customer, customer_signer as "customerName"
      from agency_reports where agency_id = app_agency() and id = $1`,
    values: [id],
  });
  const removed: Partial<Record<Signer, string>> = {};
  for (const signer of allSigners) {
    const given = content[`${signer}Signature`]?.file.id.toLowerCase();
    const before = held?.[signer];
    // The same drawing again is not a new signature.
    if (!before || (given !== undefined && given !== before)) continue;
    await db.query({
      name: `unsign-report-${signer}`,
      text: `update agency_reports set ${signer}_signature_id = null, ${signer}_signer = null, ${signer}_signed_at = null where agency_id = app_agency() and id = $1`,
      values: [id],
    });
    removed[signer] = held?.[`${signer}Name`] ?? '';
  }
  return removed;
}
