// One JSON line per thing that happened, for machines to collect: which call, how it ended, how long it took. Never an
// address, a body, a name or a network address.
import pino from 'pino';
import { toldWhole } from './redact.ts';

export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface Log {
  /** Something ended as it should. */
  info(what: string, details?: Readonly<Record<string, unknown>>): void;
  /** Something failed; it is told without what it says of anybody. */
  failed(what: string, error: unknown, details?: Readonly<Record<string, unknown>>): void;
}

export function createLog(level: LogLevel, write: (line: string) => void): Log {
  const own = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, { write });
  return {
    info: (what, details) => own.info(details ?? {}, what),
    failed: (what, error, details) => own.error({ ...details, ...toldWhole(error) }, what),
  };
}

/** On stderr: stdout is what the operator reads. */
export const processLog = (level: LogLevel): Log => createLog(level, (line) => void process.stderr.write(line));
