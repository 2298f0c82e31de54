// The reports in the daily log (P-005, core/logbook/types.ts).
import type { ReportedKind } from './report.ts';

export const logTypes: Readonly<Record<ReportedKind, number>> = {
  call: 24,
  sos: 25,
  inactivity: 26,
  fall: 27,
  perimeter: 28,
  return: 29,
};
