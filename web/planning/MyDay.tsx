// One day of « Mon planning »: hours, site, post, directions and instructions.
import { Anchor, Badge, Button, Group, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { type ReactElement, useEffect, useRef } from 'react';
import type { Location } from '#core/addresses/addresses.ts';
import { inHours } from '#core/kernel/duration.ts';
import { isOffered, isPast } from '#core/planning/lifecycle.ts';
import { isActive, serviceStatus, waiting } from '#core/planning/status.ts';
import { SiteInstruction } from '#core/sites/instruction.ts';
import { useSession } from '#ui/client/session.ts';
import { IconMapPin, IconNote } from '#ui/icons.ts';
import { may } from '#ui/may.ts';
import { useInstructionsAddress } from '../sites/instructions/address.ts';
import { Steps } from './lifecycle/Steps.tsx';
import { ownActing } from './lifecycle/steps.ts';
import classes from './MyPlanning.module.css';
import type { Day, MyService } from './myDays.ts';
import { longDay } from './periods.ts';

interface Address {
  street?: string | null;
  zipcode?: string | null;
  city?: string | null;
  location?: Location | null;
}

interface Props {
  day: Day;
  isToday: boolean;
  addresses: ReadonlyMap<string, Address | null>;
  /** Setting of the agency, in minutes. */
  lateMargin: number;
}

export function MyDay({ day, isToday, addresses, lateMargin }: Props): ReactElement {
  return (
    <li className={classes.day} data-today={isToday || undefined}>
      <h2 className={classes.date}>
        {isToday ? 'Aujourd’hui, ' : ''}
        {longDay(day.day)}
        {day.holiday && (
          <Badge size="sm" variant="light" color="grape">
            {day.holiday}
          </Badge>
        )}
      </h2>
      {day.absences.map((absence) => (
        <div key={absence.id} className={classes.absence}>
          <Text fw={600}>{absence.type}</Text>
          <Text size="sm">{absence.hours}</Text>
        </div>
      ))}
      {day.services.map((one) => (
        <ServiceCard
          key={one.service.id}
          one={one}
          address={addresses.get(one.service.site) ?? null}
          lateMargin={lateMargin}
        />
      ))}
    </li>
  );
}

/** N-065: the service that a notification is about. */
const useAskedService = (): unknown => (useSearch({ strict: false }) as Record<string, unknown>).service;

interface CardProps {
  one: MyService;
  address: Address | null;
  lateMargin: number;
}

export function ServiceCard({ one, address, lateMargin }: CardProps): ReactElement {
  const session = useSession();
  const { show } = useInstructionsAddress();
  const { service, site } = one;
  const acting = ownActing(service, lateMargin);
  const isAsked = useAskedService() === service.id;
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isAsked) card.current?.scrollIntoView({ block: 'center' });
  }, [isAsked]);
  const where = [address?.street, [address?.zipcode, address?.city ?? site?.city].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ');
  return (
    <article
      ref={card}
      className={classes.service}
      aria-current={isAsked || undefined}
      data-unscheduled={one.isUnscheduled || undefined}
      aria-label={`${one.hours}, ${site?.name ?? 'site'}`}
    >
      <Group justify="space-between" align="baseline" gap="xs">
        <span className={classes.hours}>
          {one.hours}
          {one.isOvernight && <span className={classes.next}> (lendemain)</span>}
        </span>
        {one.minutes !== null && (
          <Text size="sm" c="dimmed">
            {inHours(one.minutes)}
          </Text>
        )}
      </Group>
      <Text fw={600}>{site?.name ?? 'Site'}</Text>
      {service.post && <Text size="sm">{service.post}</Text>}
      {one.real && <Text size="sm">Réel : {one.real}</Text>}
      {where !== '' && (
        <Anchor
          className={classes.place}
          size="sm"
          href={mapOf(where, address?.location ?? null)}
          target="_blank"
          rel="noopener noreferrer"
        >
          <IconMapPin size={16} aria-hidden /> {where}
        </Anchor>
      )}
      <Group gap="xs" mt={4}>
        {one.isUnscheduled && (
          <Badge color="gray" variant="light">
            Déprogrammé
          </Badge>
        )}
        {!one.isUnscheduled && service.status !== waiting && (
          <Badge variant="light" color={isActive(service.status) ? 'blue' : 'gray'}>
            {serviceStatus.states[service.status as keyof typeof serviceStatus.states].label}
          </Badge>
        )}
        {service.circuit && <Badge variant="light">Tournée</Badge>}
        {site && !one.isUnscheduled && may(session, SiteInstruction, 'list') && (
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconNote size={16} aria-hidden />}
            aria-label={`Consignes, ${site.name}`}
            onClick={() => show(site.id)}
          >
            Consignes
          </Button>
        )}
      </Group>
      {/* The running service has its steps at the top of the screen. */}
      {!isActive(service.status) && session.can(['executeOwnService']) && (
        <Steps service={acting} mount="agent" of={site?.name ?? 'site'} />
      )}
    </article>
  );
}

/** Still to be started or resumed on a later day: a night that began before midnight. */
export function isPending({ service }: MyService): boolean {
  const now = Date.now();
  const living = ownActing(service, 0);
  return !isActive(service.status) && isOffered(living, now) && !isPast(living, now);
}

/** Opens the maps application of the phone. */
const mapOf = (where: string, location: Location | null): string =>
  `https://www.openstreetmap.org/${
    location
      ? `?mlat=${location.latitude}&mlon=${location.longitude}#map=17/${location.latitude}/${location.longitude}`
      : `search?query=${encodeURIComponent(where)}`
  }`;
