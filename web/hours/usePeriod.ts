// The days shown: those chosen, otherwise the current pay period that the server returns.
import { useRef, useState } from 'react';
import type { CountedPeriod } from '#core/planning/hours-calls.ts';
import { type HoursPeriod, periodTitle } from './period.ts';

export interface ShownPeriod {
  period: HoursPeriod;
  payPeriodStart: number;
  title: string;
}

export interface Periods {
  /** Input of the call. */
  days: { start?: string; end?: string };
  /** Null: nothing chosen or answered yet. */
  shown(answered: CountedPeriod | undefined): ShownPeriod | null;
  choose(period: HoursPeriod): void;
}

export function usePeriod(): Periods {
  const [chosen, choose] = useState<HoursPeriod | null>(null);
  const known = useRef<CountedPeriod>(undefined);
  return {
    days: chosen ? { start: chosen.start, end: chosen.end } : {},
    shown(answered) {
      known.current = answered ?? known.current;
      if (!known.current) return null;
      const { start, end, payPeriodStart } = known.current;
      const period = chosen ?? { kind: 'month', start, end };
      return { period, payPeriodStart, title: periodTitle(period, payPeriodStart) };
    },
    choose,
  };
}
