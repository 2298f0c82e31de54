// The stops of a circuit: arrival on site and leaving it, one after the other (O-003, O-004, N-007).
import { Alert, Button, Group, Skeleton, Text } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { wallClock } from '#core/kernel/clock.ts';
import { activeStop, nextStop } from '#core/planning/lifecycle.ts';
import { type CircuitStop, fetchStops } from '#core/planning/lifecycle-calls.ts';
import { isPlanned, serviceStatus } from '#core/planning/status.ts';
import { useCall } from '#ui/client/queries.tsx';
import { confirm } from '#ui/confirm.tsx';
import { useLocale } from '#ui/kinds/locale.ts';
import classes from './lifecycle.module.css';
import { stopQuestions, take } from './steps.ts';

export function Stops({ circuit, isPaused }: { circuit: string; isPaused: boolean }): ReactElement {
  const { zone } = useLocale();
  const [busy, setBusy] = useState(false);
  const { data, error, isFetching, refetch } = useCall(fetchStops, { params: { id: circuit }, mount: 'agent' });
  if (error && !data)
    return (
      <Alert color="red" role="alert" title="Les étapes n’ont pas pu être chargées">
        <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
          Réessayer
        </Button>
      </Alert>
    );
  if (!data) return <Skeleton height={120} role="status" aria-label="Chargement des étapes" aria-busy />;
  if (data.stops.length === 0) return <Text c="dimmed">Cette tournée n’a pas d’étape.</Text>;
  const stops = data.stops.map((stop) => ({ ...stop, start: Date.parse(stop.startAt) }));
  const active = activeStop(stops);
  const current = active ?? nextStop(stops);
  const step = active ? 'finish' : 'start';
  const go = async ({ id, status, endAt }: CircuitStop): Promise<void> => {
    if (!(await confirm(stopQuestions[step]))) return;
    setBusy(true);
    await take(step, { id, status, isCircuit: false, end: Date.parse(endAt) }, 'agent');
    setBusy(false);
  };
  return (
    <ol className={classes.stops} aria-label="Étapes de la tournée">
      {stops.map((stop) => (
        <li key={stop.id} className={classes.stop} aria-current={stop === current ? 'step' : undefined}>
          <Group justify="space-between" wrap="nowrap" align="baseline">
            <Text fw={600}>{stop.site.name}</Text>
            <Text size="sm">
              {wallClock(stop.startAt, zone).time}
              {!isPlanned(stop.status) &&
                ` · ${serviceStatus.states[stop.status as keyof typeof serviceStatus.states].label}`}
            </Text>
          </Group>
          {stop === current && !isPaused && (
            <Button
              size="lg"
              className={classes.step ?? ''}
              variant={active ? 'filled' : 'light'}
              loading={busy}
              onClick={() => void go(stop)}
            >
              {stopQuestions[step].confirmLabel}
            </Button>
          )}
        </li>
      ))}
    </ol>
  );
}
