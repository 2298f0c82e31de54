// The services behind the hours, one line each.
import { Text } from '@mantine/core';
import type { ReactElement } from 'react';
import { inHours } from '#core/kernel/duration.ts';
import { type SlotMinutes, slotTotals } from '#core/planning/slots.ts';
import { formatMoment } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import classes from './hours.module.css';
import { Scroller } from './Scroller.tsx';

interface Line {
  service: string;
  reference: string;
  startAt: string;
  endAt: string;
  /** The site, or the agent. */
  place: string;
  postTitle: string | null;
  wanted?: number;
  planned: number | null;
  effective: number | null;
  slots: SlotMinutes;
  /** The real hours wait for a decision. */
  unsettled?: boolean;
}

interface Props {
  lines: readonly Line[];
  /** Null: agents and their hours are hidden. */
  placeLabel: string | null;
  empty: string;
}

const shown = (minutes: number | null): string => (minutes === null ? '—' : inHours(minutes));

export function LinesTable({ lines, placeLabel, empty }: Props): ReactElement {
  const { zone } = useLocale();
  if (lines.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    );
  const wanted = lines.some((line) => line.wanted !== undefined);
  return (
    <Scroller label="Services">
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Début</th>
            <th scope="col">Fin</th>
            <th scope="col">{placeLabel ?? 'Poste'}</th>
            {wanted && <th scope="col">Demandées</th>}
            {placeLabel && (
              <>
                <th scope="col">Planifiées</th>
                <th scope="col">Effectives</th>
              </>
            )}
            <th scope="col">Nuit</th>
            <th scope="col">Dimanche</th>
            <th scope="col">Férié</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => {
            const { night, sunday, holiday } = slotTotals(line.slots);
            return (
              <tr key={line.service}>
                <th scope="row" title={line.reference}>
                  {formatMoment(line.startAt, zone)}
                </th>
                <td>{formatMoment(line.endAt, zone)}</td>
                <td>{[placeLabel && (line.place || '—'), line.postTitle].filter(Boolean).join(' · ') || '—'}</td>
                {wanted && <td>{shown(line.wanted ?? null)}</td>}
                {placeLabel && (
                  <>
                    <td>{shown(line.planned)}</td>
                    <td>
                      {shown(line.effective)}
                      {line.unsettled && (
                        <Text span size="xs" c="dimmed">
                          {' '}
                          à valider
                        </Text>
                      )}
                    </td>
                  </>
                )}
                <td>{inHours(night)}</td>
                <td>{inHours(sunday)}</td>
                <td>{inHours(holiday)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Scroller>
  );
}
