// Part « Déroulé » of a service's dialog: its events and, with the right, the steps on behalf of its agent.
import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactElement } from 'react';
import { fetchServicePeople, type ServicePerson } from '#core/planning/lifecycle-calls.ts';
import { Service } from '#core/planning/service.ts';
import { timesStates } from '#core/planning/service-time.ts';
import { isActive, serviceStatus } from '#core/planning/status.ts';
import { endpointsOf } from '#ui/client/call.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import type { PartProps } from '#ui/EntityDialog/extras.ts';
import { formatMoment } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { NotRead } from '#ui/NotRead.tsx';
import { Steps } from './Steps.tsx';
import { Stops } from './Stops.tsx';
import type { Acting } from './steps.ts';
import { Timeline } from './Timeline.tsx';

interface Answer extends Omit<Acting, 'start' | 'end'> {
  status: keyof typeof serviceStatus.states;
  startAt: string;
  endAt: string;
}

const actingOf = (answer: Answer): Acting => ({
  ...answer,
  start: Date.parse(answer.startAt),
  end: Date.parse(answer.endAt),
});

export default function Lifecycle({ row, onClose }: PartProps): ReactElement {
  const { scope } = useSession();
  return (
    <Stack p="md">
      <State id={row.id} />
      <Timeline service={row.id} mount={scope} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Fermer
        </Button>
      </Group>
    </Stack>
  );
}

function State({ id }: { id: string }): ReactElement {
  const session = useSession();
  // The row of the list has only its columns, and the steps change the service while the dialog is open.
  const asked = useCall(endpointsOf(Service).read, { params: { id } });
  if (!asked.data)
    return (
      <NotRead
        of={asked}
        failure="L’état du service n’a pas pu être chargé"
        reading="Chargement de l’état du service"
        height={24}
      />
    );
  const { service } = asked.data as { service: Answer };
  const mayMove = session.can(['editService']);
  return (
    <>
      <Text>
        État : <b>{serviceStatus.states[service.status].label}</b>
      </Text>
      {session.scope === 'agency' && service.isCircuit && (
        <Stops circuit={actingOf(service)} mount="agency" isExecuted={mayMove} />
      )}
      {session.scope === 'agency' && mayMove && <Steps service={actingOf(service)} mount="agency" />}
      {session.scope === 'agency' && <People service={service} mayMove={mayMove} />}
    </>
  );
}

/** Decision 83: the state and the real hours of each person; with several, each has his own steps. */
function People({ service, mayMove }: { service: Answer; mayMove: boolean }): ReactElement | null {
  const { zone } = useLocale();
  const { data } = useCall(fetchServicePeople, { params: { id: service.id } });
  const people = data?.people ?? [];
  if (people.length === 0) return null;
  return (
    <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Heures réelles de chacun">
      {people.map((person) => (
        <li key={person.id}>
          <Group justify="space-between" gap="xs">
            <Text size="sm">
              <b>{person.name}</b> · {timesText(person, zone)}
            </Text>
            {mayMove && people.length > 1 && (
              <Steps
                service={{ ...actingOf(service), status: person.status, agent: person.id }}
                mount="agency"
                of={person.name}
              />
            )}
          </Group>
        </li>
      ))}
    </Stack>
  );
}

function timesText({ startedAt, endedAt, status }: ServicePerson, zone: string): string {
  if (startedAt === null) return timesStates[status] ?? 'Pas encore pris';
  const from = formatMoment(startedAt, zone);
  if (endedAt !== null) return `de ${from} jusqu’à ${formatMoment(endedAt, zone)}`;
  return isActive(status) ? `depuis ${from} · ${timesStates[status]}` : `depuis ${from}, fin non dite`;
}
