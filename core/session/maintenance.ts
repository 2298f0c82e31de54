// A planned interruption (AB-031, AB-032): announced before its start, begun until its end, then over. Pure.
import { textOfHtml } from '../kernel/html.ts';

/** As the platform planned it. */
export interface Maintenance {
  /** Sanitised rich text. */
  message: string;
  startAt: string;
  endAt: string;
}

export type MaintenanceState = 'announced' | 'begun' | 'over';

export function stateOf({ startAt, endAt }: Pick<Maintenance, 'startAt' | 'endAt'>, now: Date): MaintenanceState {
  const time = now.getTime();
  if (time >= Date.parse(endAt)) return 'over';
  return time < Date.parse(startAt) ? 'announced' : 'begun';
}

/** Where a plain sentence is needed: a refusal, a public page. */
export const plainMessage = ({ message }: Pick<Maintenance, 'message'>): string =>
  textOfHtml(message) || 'Maintenance en cours';
