// The counters of rest and of overtime, as they stand at the end of a month.
import { Text } from '@mantine/core';
import type { ReactElement } from 'react';
import { inHours, inSignedHours } from '#core/kernel/duration.ts';
import type { CounterFigures } from '#core/pay/counters.ts';
import type { Counter, PayCounters } from '#core/pay/month.ts';
import classes from './pay.module.css';

const shown = ({ opening, earned, taken }: Counter, changed: string): string =>
  `${inHours(opening)} reportées${changed}, ${inHours(earned)} acquises, ${inHours(taken)} prises`;

/** What the opening holds for closed months that changed since. */
function changedOf({ corrections = [] }: PayCounters, key: keyof CounterFigures): string {
  const minutes = corrections.reduce((all, one) => all + (one[key] ?? 0), 0);
  return minutes === 0 ? '' : ` (dont ${inSignedHours(minutes)} de mois clos)`;
}

function Figure({ label, value, under }: { label: string; value: string; under: string }): ReactElement {
  return (
    <div className={classes.line}>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text fw={650}>{value}</Text>
      <Text size="xs" c="dimmed">
        {under}
      </Text>
    </div>
  );
}

export const Counters = ({ counters }: { counters: PayCounters }): ReactElement => (
  <div className={classes.counters}>
    <Figure
      label="Repos compensateur de nuit"
      value={inHours(counters.nightRest.closing)}
      under={shown(counters.nightRest, changedOf(counters, 'nightRest'))}
    />
    <Figure
      label="Repos au-delà du contingent"
      value={inHours(counters.quotaRest.closing)}
      under={shown(counters.quotaRest, changedOf(counters, 'quotaRest'))}
    />
    {counters.holidayRest && (
      <Figure
        label="Repos des jours fériés"
        value={inHours(counters.holidayRest.closing)}
        under={shown(counters.holidayRest, changedOf(counters, 'holidayRest'))}
      />
    )}
    <Figure
      label="Heures supplémentaires de l’année"
      value={inHours(counters.overtimeYear)}
      under={`Depuis janvier, mois clos${changedOf(counters, 'overtime')} et celui-ci`}
    />
  </div>
);
