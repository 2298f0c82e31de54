// When the alarm sound may play (2 §4; S-032 to S-036).
import { isActive, paused } from '../planning/status.ts';

export interface SoundPlace {
  /** The agency's protection is on. */
  feature: boolean;
  /** The status of the service at hand; null: none. */
  status: number | null;
  pauseOnBreak: boolean;
  /** The service is a circuit, or a stop of one: only a stop that was reached and not left is a site. */
  circuit: 'none' | 'between' | 'onSite';
}

export const mayWatch = ({ feature, status, pauseOnBreak, circuit }: SoundPlace): boolean =>
  feature &&
  status !== null &&
  isActive(status) &&
  !(pauseOnBreak && status === paused) &&
  // Decision 43
  circuit !== 'between';

export interface StatusLine {
  at: number;
  what: string;
  state: string;
}

const mostLines = 100;

/** S-036: newest first. The same state again is no change, and a state that lasted no time is none. */
export function logged(log: readonly StatusLine[], line: StatusLine): readonly StatusLine[] {
  const lasted = log.filter(({ at, what }) => at !== line.at || what !== line.what);
  return lasted.find(({ what }) => what === line.what)?.state === line.state
    ? lasted
    : [line, ...lasted].slice(0, mostLines);
}
