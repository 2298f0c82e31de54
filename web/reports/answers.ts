// Between the rows of a report, its form and its call.

import type { Input } from '#core/kernel/endpoint.ts';
import type { Row } from '#core/kernel/entity.ts';
import type { StoredFile } from '#core/kernel/field.ts';
import type { Violation } from '#core/kernel/problem.ts';
import type { saveReport } from '#core/reports/calls.ts';
import type { AgencyReport } from '#core/reports/report.ts';
import type { TemplateField } from '#core/reports/template.ts';
import { allSigners, signers } from '#core/reports/types.ts';
import type { Values } from '#ui/EntityDialog/values.ts';

export type ReportRow = Row<typeof AgencyReport>;

/** What the form opens with. */
export const valuesOf = (report: ReportRow): Values => ({
  answers: Object.fromEntries(
    report.answers.map(({ key, kind, value, files }) => [
      key,
      kind === 'photos'
        ? files
        : kind === 'signature'
          ? (files[0] ?? null)
          : kind === 'number' && value !== null
            ? Number(value)
            : value,
    ]),
  ),
  ...Object.fromEntries(
    allSigners.flatMap((signer) => [
      [`${signer}Signer`, report[`${signer}Signer`]],
      [`${signer}Signature`, report[`${signer}Signature`]],
    ]),
  ),
  submit: false,
});

const fileIds = (value: unknown): string => ([value ?? []].flat() as StoredFile[]).map(({ id }) => id).join(' ');

/** Who signed answers that these values change, without a new signature. The server removes those signatures. */
export function unsignedBy(values: Values, report: ReportRow): string[] {
  const [before, after] = [valuesOf(report).answers, values.answers ?? {}] as [Values, Values];
  const isChanged = report.answers.some(({ key, kind }) => {
    if (after[key] === undefined) return false;
    if (kind === 'photos' || kind === 'signature') return fileIds(after[key]) !== fileIds(before[key]);
    return String(after[key] ?? '').trim() !== String(before[key] ?? '').trim();
  });
  if (!isChanged) return [];
  return allSigners.flatMap((signer) => {
    const held = report[`${signer}Signature`];
    const given = values[`${signer}Signature`];
    return held && (given === undefined || given === null || fileIds(given) === held.id)
      ? [report[`${signer}Signer`] ?? signers[signer]]
      : [];
  });
}

/** A name belongs to its drawing: without a new one the server would not keep it. */
export const namedAlone = (draft: Values): Violation[] =>
  allSigners.flatMap((signer) => {
    const [name, picture] = [draft[`${signer}Signer`], draft[`${signer}Signature`]];
    const isAlone = name !== undefined && !picture && (Boolean(name) || picture === undefined);
    return isAlone
      ? [{ path: `${signer}Signature`, message: 'Ce nom va avec une nouvelle signature : faites signer' }]
      : [];
  });

type Sent = Input<typeof saveReport>;
const idsOf = (files: unknown): { id: string }[] => ([files ?? []].flat() as StoredFile[]).map(({ id }) => ({ id }));

/** Fields that the draft does not name stay. */
export function inputOf(
  draft: Values,
  fields: readonly TemplateField[],
  report: ReportRow | null,
): Pick<Sent, 'answers' | 'agentSignature' | 'customerSignature' | 'submit'> {
  const answers = (draft.answers ?? {}) as Record<string, unknown>;
  const signatures = Object.fromEntries(
    allSigners.flatMap((signer) => {
      const [picture, name] = [draft[`${signer}Signature`], draft[`${signer}Signer`] ?? report?.[`${signer}Signer`]];
      if (picture === undefined) return [];
      return [[`${signer}Signature`, picture ? { file: idsOf(picture)[0], name: String(name ?? '') } : null]];
    }),
  );
  return {
    answers: fields
      .filter(({ key }) => answers[key] !== undefined)
      .map(({ key, kind }) => {
        const value = answers[key];
        if (kind === 'photos' || kind === 'signature') return { key, files: idsOf(value) };
        return { key, value: value === null || value === '' ? null : String(value) };
      }),
    ...(signatures as Pick<Sent, 'agentSignature' | 'customerSignature'>),
    submit: draft.submit === true,
  };
}
