// One JSON line per event, for log collectors: which call, how it ended, how long it took. Never a URL, a body, a name
// or a network address.
import pino from 'pino';
import { redactedError } from './redact.ts';

export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface Log {
  /** Something succeeded. */
  info(what: string, details?: Readonly<Record<string, unknown>>): void;
  /** Somebody was refused: a wrong password, a missing right, too many calls. Give digests, never names. */
  refused(what: string, details: Readonly<Record<string, unknown>>): void;
  /** Something failed; personal data is redacted from the error. */
  failed(what: string, error: unknown, details?: Readonly<Record<string, unknown>>): void;
}

export function createLog(level: LogLevel, write: (line: string) => void): Log {
  const own = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, { write });
  return {
    info: (what, details) => own.info(details ?? {}, what),
    refused: (what, details) => own.warn(details, `refused: ${what}`),
    failed: (what, error, details) => own.error({ ...details, ...redactedError(error) }, what),
  };
}

/** On stderr: stdout is for the operator's messages. */
export const processLog = (level: LogLevel): Log => createLog(level, (line) => void process.stderr.write(line));
