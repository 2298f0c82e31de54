// Imports services from a spreadsheet (V-023): a day and two local times, or two moments; within a chosen period.

import { instantAt, wallClock } from '../kernel/clock.ts';
import { day, time } from '../kernel/field.ts';
import { frenchDay } from '../kernel/validators.ts';
import { daysAfter } from '../planning/days.ts';
import type { ImportRules } from './own.ts';

/** Both days included. */
export interface ImportPeriod {
  start: string;
  end: string;
}

export interface SettledFault {
  /** Path of the column to correct. */
  path: string;
  message: string;
  reason: 'noStartDate' | 'outOfBounds';
}

/** Computes the two moments from the day and times; an end that is not later is on the next day. */
function settle(draft: Record<string, unknown>, zone: string, period: ImportPeriod | undefined): SettledFault | null {
  const { day: on, startTime, endTime } = draft as Partial<Record<string, string>>;
  for (const name of Object.keys(columns)) delete draft[name];
  if (on !== undefined && startTime !== undefined) draft.startAt ??= instantAt(on, startTime, zone);
  if (typeof draft.startAt !== 'string')
    return { path: 'day', message: 'jour ou heure absents', reason: 'noStartDate' };
  const start = wallClock(draft.startAt, zone);
  if (endTime !== undefined)
    draft.endAt ??= instantAt(endTime > start.time ? start.day : daysAfter(start.day, 1), endTime, zone);
  if (period && (start.day < period.start || start.day > period.end))
    return {
      path: 'day',
      message: `hors de la période du ${frenchDay(period.start)} au ${frenchDay(period.end)}`,
      reason: 'outOfBounds',
    };
  return null;
}

const columns = { day: day('Jour'), startTime: time('Heure de début'), endTime: time('Heure de fin') };

export const serviceColumns: ImportRules = {
  columns,
  // A row cannot have the stops of a circuit; anomalies are accepted for the whole file.
  without: ['isCircuit', 'confirmed', 'dog'],
  optional: ['startAt', 'endAt'],
  settle,
};
