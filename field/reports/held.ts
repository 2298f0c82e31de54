// What the phone knows of the report of a service: the last pack, and what still waits to be sent.
import type { Signer } from '#core/reports/types.ts';
import type { FieldView } from '../session.ts';

export interface Said {
  report: string;
  answers?: readonly { key: string; value?: string | null; files?: readonly { id: string }[] }[];
  agentSignature?: unknown;
  customerSignature?: unknown;
  submit?: boolean;
}

/** Messages of the report that wait, oldest first. */
export const waitingReports = ({ queue }: FieldView, service: string): Said[] =>
  queue.events
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

export interface KnownReport {
  id: string;
  /** Handed over: the agency alone writes it. */
  isSubmitted: boolean;
}

/** States in which its agent still writes it: draft and refused. */
const open = [100, 500];

export function knownReport(view: FieldView, service: string): KnownReport | null {
  const said = waitingReports(view, service);
  const row = rowOf(view, service)?.agencyReport;
  const id = said[0]?.report ?? row?.id;
  if (!id) return null;
  const isRowOpen = !row || open.includes(row.status);
  return { id, isSubmitted: said.some(({ submit }) => submit) || !isRowOpen };
}
