// Tooltip of a service: agents, site, hours, and the rules that it breaks with their article.
import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { inHours } from '#core/kernel/duration.ts';
import { stateOf } from '#core/kernel/machine.ts';
import type { Finding } from '#core/planning/model.ts';
import { plannedMinutes } from '#core/planning/planned.ts';
import { sentence } from '#core/planning/sentences.ts';
import { publications } from '#core/planning/service.ts';
import { serviceStatus } from '#core/planning/status.ts';
import { plural } from '#ui/format.ts';
import type { GridChip } from '#ui/TimeGrid/types.ts';
import { realHours } from '../summary/real.ts';
import { activityLabel, agentOfChip, clock, hoursText, missingOf, serviceOfChip } from './chips.ts';
import type { Lookup } from './lookup.ts';
import { type Planning, wordsOf } from './model.ts';
import { longDay } from './periods.ts';
import type { Breach } from './publishAsked.ts';

/** The rules that a service breaks, for one agent or all. */
export function breachesOf(
  planning: Planning,
  faults: Lookup<readonly Finding[]>,
  service: string,
  agent: string | null,
): Breach[] {
  return (faults.get(service) ?? [])
    .filter((fault) => agent === null || fault.agent === agent)
    .map((fault) => ({
      key: `${fault.rule}${fault.agent}${fault.from}`,
      refused: fault.level === 2,
      text: sentence(fault, wordsOf(planning)),
    }));
}

/** A tooltip cannot be scrolled; the sheet of the service has all of them. */
const mostShown = 4;

export function chipDetails(chip: GridChip, planning: Planning, faults: Lookup<readonly Finding[]>): ReactNode {
  const service = planning.services.get(serviceOfChip(chip.id));
  if (!service) return null;
  const { calendar, names } = planning;
  const agent = agentOfChip(chip.id);
  const breaches = breachesOf(planning, faults, service.id, agent);
  const people = service.agents.map((id) => names.agents.get(id)).filter(Boolean);
  return (
    <Stack gap={2} maw={340}>
      <Text size="sm" fw={600}>
        {names.sites.get(service.site)} ({names.codes.get(service.site)}){service.post ? ` · ${service.post}` : ''}
      </Text>
      <Text size="xs">
        {longDay(calendar.days[calendar.dayOf(service.start)] as string)}, {hoursText(calendar, service)} (
        {inHours(plannedMinutes(service, agent))})
      </Text>
      {service.real && (
        <Text size="xs">
          Réel :{' '}
          {realHours(
            { start: service.real[0], end: service.real[1] },
            { start: service.start, end: service.openEnded ? null : service.end },
            (at) => clock(calendar, at),
          )}
        </Text>
      )}
      <Text size="xs">
        {service.staffed ? people.join(', ') || 'Personne' : plural(service.wanted, 'agent')}
        {missingOf(service) > 0 ? ` — ${missingOf(service)} à pourvoir` : ''}
      </Text>
      <Text size="xs" c="dimmed">
        {service.reference} · {activityLabel(service.activity)}
        {service.specialty ? ` · ${names.specialties.get(service.specialty) ?? ''}` : ''} ·{' '}
        {stateOf(serviceStatus, service.status).label}
        {service.staffed ? ` · ${publications[service.publication]}` : ''}
      </Text>
      {breaches.slice(0, mostShown).map(({ key, refused, text }) => (
        <Text key={key} size="xs" c={refused ? 'red' : 'orange'}>
          {text}
        </Text>
      ))}
      {breaches.length > mostShown && (
        <Text size="xs" fw={600}>
          Ouvrez le service pour lire {plural(breaches.length - mostShown, 'autre anomalie', 'autres anomalies')}.
        </Text>
      )}
    </Stack>
  );
}
