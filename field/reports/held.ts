// What the phone knows of the report of a service: the last pack, and what was recorded since, sent or not.
import type { FieldReport } from '#core/reports/field-report.ts';
import { ownWritableStates, refusedReport } from '#core/reports/states.ts';
import type { Signer } from '#core/reports/types.ts';
import type { FieldView } from '../session.ts';

export interface Said {
  report: string;
  answers?: readonly { key: string; value?: string | null; files?: readonly { id: string }[] }[];
  agentSignature?: { name: string } | null;
  customerSignature?: { name: string } | null;
  submit?: boolean;
}

/** Messages of the report that the pack does not contain, oldest first: a message that was sent may not be in it yet. */
export const waitingReports = ({ events }: FieldView, service: string): Said[] =>
  events
    .filter((event) => event.service === service && event.type.startsWith('report-'))
    .map(({ payload }) => payload as Said);

const rowOf = ({ held }: FieldView, service: string) => held.services.find(({ id }) => id === service);

/** N-066: signatures that the service needs before its end, as far as the phone knows. */
export const missingOf = (view: FieldView, service: string): Signer[] => {
  const said = waitingReports(view, service);
  return ((rowOf(view, service)?.missingSignatures ?? []) as Signer[]).filter(
    (signer) => !said.some((one) => one[`${signer}Signature`]),
  );
};

/** As the agency has it, of the last pack. */
export const heldReport = ({ held }: FieldView, service: string): FieldReport | null =>
  held.agencyReports.find((one) => one.service === service) ?? null;

export interface KnownReport {
  id: string;
  /** Handed over: the agency alone writes it. */
  isSubmitted: boolean;
  isRefused: boolean;
}

export function knownReport(view: FieldView, service: string): KnownReport | null {
  const said = waitingReports(view, service);
  const row = rowOf(view, service)?.agencyReport;
  const id = said[0]?.report ?? row?.id;
  if (!id) return null;
  const isRowOpen = !row || ownWritableStates.includes(row.status);
  return { id, isSubmitted: said.some(({ submit }) => submit) || !isRowOpen, isRefused: row?.status === refusedReport };
}

/** What the form opens with: of the fields that are typed. */
export const valuesOf = (written: FieldReport | null): Record<string, string> =>
  Object.fromEntries((written?.answers ?? []).flatMap(({ key, value }) => (value === null ? [] : [[key, value]])));
