// The hours of one agent: figures, bars by slot, weeks with overtime, and the services.
import { Stack, Text, Title } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import { timeSlots } from '#core/agencies/settings/pay.ts';
import { wallClock } from '#core/kernel/clock.ts';
import { inHours } from '#core/kernel/duration.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import type { HoursLine, WholeHours } from '#core/planning/hours-calls.ts';
import { type SlotMinutes, slotNames } from '#core/planning/slots.ts';
import { plural } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { agentColumns, ownColumns, ratesOf, shownValue } from './columns.ts';
import classes from './hours.module.css';
import { LinesTable } from './LinesTable.tsx';
import { Scroller } from './Scroller.tsx';

export function Figures({ hours, own = false }: { hours: WholeHours; own?: boolean }): ReactElement {
  return (
    <dl className={classes.cards} aria-label="Totaux de la période">
      {(own ? ownColumns : agentColumns)(ratesOf(hours)).map((column) => (
        <div key={column.key} className={classes.card} title={column.title}>
          <dt>{column.label}</dt>
          <dd className={column.signed && (hours.difference ?? 0) < 0 ? classes.negative : undefined}>
            {shownValue(column.value(hours), column)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Only slots with hours. */
export function SlotBars({ slots }: { slots: SlotMinutes }): ReactElement {
  const most = Math.max(1, ...Object.values(slots));
  const shown = slotNames.filter((name) => slots[name] > 0);
  if (shown.length === 0) return <Text c="dimmed">Aucune heure dans cette période.</Text>;
  return (
    <dl className={classes.bars}>
      {shown.map((name) => (
        <div key={name} className={classes.slot}>
          <dt>{timeSlots[name].label}</dt>
          <div className={classes.track} aria-hidden>
            <div className={classes.fill} style={{ width: `${(slots[name] / most) * 100}%` }} />
          </div>
          <dd>{inHours(slots[name])}</dd>
        </div>
      ))}
    </dl>
  );
}

const overtimeText = (steps: WholeHours['weeks'][number]['overtime']): string =>
  steps.map(({ percent, minutes }) => `${inHours(minutes)} à ${String(percent).replace('.', ',')} %`).join(', ') || '—';

const supplement = (steps: WholeHours['weeks'][number]['overtime']): string =>
  steps.length > 0 ? `, dont supplémentaires : ${overtimeText(steps)}` : '';

function Weeks({ hours: { weeks, cycles, months } }: { hours: WholeHours }): ReactElement {
  const over = [
    ...months
      .filter((month) => month.over > 0)
      .map(
        ({ month, over: minutes, overtime }) =>
          `${month.slice(5)}/${month.slice(0, 4)} : ${inHours(minutes)} au-delà du contrat mensuel${supplement(overtime)}`,
      ),
    ...cycles.map(
      ({ monday, weeks: length, minutes, contract, over: above, overtime }) =>
        `Cycle de ${plural(length, 'semaine')} du ${frenchDay(monday)} : ${inHours(minutes)} sur ${inHours(contract)}${above > 0 ? `, ${inHours(above)} au-delà` : ''}${supplement(overtime)}`,
    ),
  ];
  return (
    <>
      {weeks.length === 0 ? (
        <Text size="sm" c="dimmed">
          Aucune semaine ne finit dans cette période.
        </Text>
      ) : (
        <Scroller label="Semaines">
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">Semaine</th>
                <th scope="col">Du</th>
                <th scope="col">Heures</th>
                <th scope="col">Supplémentaires</th>
              </tr>
            </thead>
            <tbody>
              {weeks.map(({ monday, number, minutes, overtime }) => (
                <tr key={monday}>
                  <th scope="row">{number}</th>
                  <td>{frenchDay(monday)}</td>
                  <td>{inHours(minutes)}</td>
                  <td>{overtimeText(overtime)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroller>
      )}
      {over.map((line) => (
        <Text key={line} size="sm">
          {line}
        </Text>
      ))}
    </>
  );
}

const reasons: Record<WholeHours['paidDays'][number]['by'], string> = {
  minimum: 'six heures au moins par jour',
  amplitude: 'jour coupé de plus de deux heures : du premier début à la dernière fin',
  effective: '',
};

/** Art. 7.12: why a day is paid for more than was worked. */
function PaidDays({ days }: { days: WholeHours['paidDays'] }): ReactElement {
  const { zone } = useLocale();
  const timeOf = (instant: string): string => wallClock(instant, zone).time;
  return (
    <Stack component="ul" gap={4} m={0} pl="md">
      {days.map(({ day, effective, paid, by, from, to }) => (
        <li key={`${day} ${from}`}>
          <Text size="sm">
            {frenchDay(day)} : {inHours(paid)} payées pour {inHours(effective)} effectives, de {timeOf(from)} à{' '}
            {timeOf(to)} ({reasons[by]})
          </Text>
        </li>
      ))}
    </Stack>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }): ReactElement => (
  <Stack gap="xs">
    <Title order={2} size="h4">
      {title}
    </Title>
    {children}
  </Stack>
);

interface BreakdownProps {
  hours: WholeHours;
  services: readonly HoursLine[];
  /** Of the user himself. */
  own?: boolean;
}

export const Breakdown = ({ hours, services, own = false }: BreakdownProps): ReactElement => (
  <Stack gap="lg">
    <Figures hours={hours} own={own} />
    <Part title="Par tranche horaire">
      <SlotBars slots={hours.slots} />
    </Part>
    <Part title="Semaines">
      <Weeks hours={hours} />
    </Part>
    {hours.paidDays.length > 0 && (
      <Part title="Jours payés au-delà des heures effectives (art. 7.12)">
        <PaidDays days={hours.paidDays} />
      </Part>
    )}
    <Part title="Services">
      <LinesTable
        lines={services.map((line) => ({ ...line, place: line.site }))}
        placeLabel="Site"
        empty="Aucun service dans cette période."
      />
    </Part>
  </Stack>
);
