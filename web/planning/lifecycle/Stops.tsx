// The stops of a circuit: arrival on site and leaving it, one after the other (O-003, O-004, N-007).
import { Group, Text } from '@mantine/core';
import type { ReactElement } from 'react';
import { wallClock } from '#core/kernel/clock.ts';
import { activeStop, nextStop } from '#core/planning/lifecycle.ts';
import { type CircuitStop, fetchStops } from '#core/planning/lifecycle-calls.ts';
import { isPlanned, paused, serviceStatus } from '#core/planning/status.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useLocale } from '#ui/kinds/locale.ts';
import { NotRead } from '#ui/NotRead.tsx';
import classes from './lifecycle.module.css';
import { Steps } from './Steps.tsx';
import type { Acting } from './steps.ts';

const stateOf = ({ status }: CircuitStop): string | null =>
  isPlanned(status) ? null : serviceStatus.states[status as keyof typeof serviceStatus.states].label;

/** When he really came and left. */
function realText({ realStartAt, realEndAt }: CircuitStop, zone: string): string | null {
  if (realStartAt === null) return null;
  const from = wallClock(realStartAt, zone).time;
  return realEndAt === null ? `depuis ${from}` : `${from} – ${wallClock(realEndAt, zone).time}`;
}

interface Props {
  circuit: Acting;
  mount: 'agent' | 'agency';
  /** True: the stops are executed here; false: they are only shown. */
  isExecuted: boolean;
}

export function Stops({ circuit, mount, isExecuted }: Props): ReactElement {
  const { zone } = useLocale();
  const asked = useCall(fetchStops, { params: { id: circuit.id }, mount });
  const { data } = asked;
  if (!data)
    return (
      <NotRead
        of={asked}
        failure="Les étapes n’ont pas pu être chargées"
        reading="Chargement des étapes"
        height={120}
      />
    );
  if (data.services.length === 0) return <Text c="dimmed">Cette tournée n’a pas d’étape.</Text>;
  const stops = data.services.map((stop) => ({ ...stop, start: Date.parse(stop.startAt) }));
  const current = activeStop(stops) ?? nextStop(stops);
  return (
    <ol className={classes.stops} aria-label="Étapes de la tournée">
      {stops.map((stop) => (
        <li key={stop.id} className={classes.stop} aria-current={stop === current ? 'step' : undefined}>
          <Group justify="space-between" wrap="nowrap" align="baseline">
            <Text fw={600}>{stop.site.name}</Text>
            <Text size="sm">
              {[wallClock(stop.startAt, zone).time, stateOf(stop), realText(stop, zone)].filter(Boolean).join(' · ')}
            </Text>
          </Group>
          {stop === current && isExecuted && circuit.status !== paused && (
            <Steps
              service={{
                id: stop.id,
                status: stop.status,
                start: stop.start,
                end: Date.parse(stop.endAt),
                isCircuit: false,
                circuitStatus: circuit.status,
                lateMargin: circuit.lateMargin,
              }}
              mount={mount}
            />
          )}
        </li>
      ))}
    </ol>
  );
}
