// « Supervision »: who is at work, who should be, and who is about to be, in real time (W-001).
import { Badge, Skeleton, Text } from '@mantine/core';
import { type ReactElement, useEffect } from 'react';
import {
  readSupervision,
  type WatchedGroup,
  type WatchedService,
  watchedGroupOf,
  watchedGroups,
  watchedHours,
} from '#core/home/supervision.ts';
import { eventOfId, lifecycleEvents } from '#core/planning/lifecycle.ts';
import { serviceStatus } from '#core/planning/status.ts';
import { useCall } from '#ui/client/queries.tsx';
import { formatMoment, formatNumber, formatRelative, plural } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { StatusBadge } from '#ui/kinds.tsx';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import { RecordLink } from '#ui/shell/RecordLink.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import classes from './Supervision.module.css';

/** In addition to live events: time passes without an event. */
const refreshDelay = 30_000;

const empty: Record<WatchedGroup, string> = {
  late: 'Personne n’est en retard.',
  interrupted: `Aucun service interrompu dans les ${watchedHours.behind} dernières heures.`,
  notDone: `Aucun service manqué dans les ${watchedHours.behind} dernières heures.`,
  active: 'Personne n’est en service.',
  soon: `Aucune prise de service dans les ${watchedHours.ahead} heures.`,
};

export default function Supervision({ title, description }: ScreenProps): ReactElement {
  const { data, error, isFetching, refetch } = useCall(readSupervision);
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void refetch();
    }, refreshDelay);
    return () => clearInterval(timer);
  }, [refetch]);
  const groups = Map.groupBy(data?.services ?? [], ({ status }) => watchedGroupOf(status));
  return (
    <div className={classes.page}>
      <PageHeader title={title} description={description} />
      {error && !data ? (
        <ReadFailure
          title="La supervision n’a pas pu être lue"
          message={error.message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : data ? (
        <>
          {error ? (
            <Text size="sm" role="status" c="red">
              Actualisation impossible : ce qui suit date d’avant la coupure.
            </Text>
          ) : null}
          {data.leftOut > 0 ? (
            <Text size="sm" role="status">
              {data.leftOut === 1
                ? 'Un autre service, en cours ou à venir, n’est pas montré ici : il est dans la liste des services.'
                : `${formatNumber(data.leftOut)} autres services, en cours ou à venir, ne sont pas montrés ici : ils sont dans la liste des services.`}
            </Text>
          ) : null}
          {(Object.keys(watchedGroups) as WatchedGroup[]).map((group) => (
            <Group key={group} group={group} services={groups.get(group) ?? []} />
          ))}
        </>
      ) : (
        <div aria-busy="true" role="status" aria-label="Lecture des services" className={classes.page}>
          {[1, 2, 3].map((bone) => (
            <Skeleton key={bone} height={120} />
          ))}
        </div>
      )}
    </div>
  );
}

interface GroupProps {
  group: WatchedGroup;
  services: readonly WatchedService[];
}

function Group({ group, services }: GroupProps): ReactElement {
  return (
    <section
      className={classes.group}
      data-group={services.length > 0 ? group : undefined}
      aria-label={watchedGroups[group]}
    >
      <h2>
        {watchedGroups[group]} <span className={classes.count}>{services.length}</span>
      </h2>
      {services.length === 0 ? (
        <Text c="dimmed" size="sm" px="md" py="sm">
          {empty[group]}
        </Text>
      ) : (
        <ul className={classes.services}>
          {services.map((service) => (
            <li key={service.id}>
              <Service service={service} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Service({ service }: { service: WatchedService }): ReactElement {
  const { zone } = useLocale();
  const { reference, startAt, endAt, realStartAt, agents, awaited, missing, lastEvent } = service;
  const place = [service.site, service.postTitle, service.city].filter(Boolean).join(' · ') || reference;
  const event = lastEvent && eventOfId(lastEvent.type);
  const content = (
    <>
      <span className={classes.what}>
        <span className={classes.place}>{place}</span>
        <span className={classes.people}>
          {agents.join(', ') || 'Personne'}
          {awaited.length > 0 && (
            <Badge color="red" variant="light" size="sm" tt="none" ml="xs">
              {`Pas arrivé : ${awaited.join(', ')}`}
            </Badge>
          )}
          {missing > 0 && (
            <Badge color="red" variant="light" size="sm" tt="none" ml="xs">
              {plural(missing, 'poste vide', 'postes vides')}
            </Badge>
          )}
        </span>
      </span>
      <span className={classes.when}>
        <time dateTime={startAt} title={formatRelative(startAt)}>
          {formatMoment(startAt, zone)}
        </time>
        {' – '}
        {formatMoment(endAt, zone).slice(-5)}
        {realStartAt && <span className={classes.quiet}>Commencé {formatRelative(realStartAt)}</span>}
      </span>
      <span className={classes.state}>
        <StatusBadge machine={serviceStatus} code={service.status} />
        <span className={classes.quiet}>
          {lastEvent
            ? `${event ? lifecycleEvents[event].label : 'Événement'} ${formatRelative(lastEvent.at)}`
            : 'Aucun événement'}
        </span>
      </span>
    </>
  );
  return (
    <RecordLink entity="service" id={service.id} className={classes.service}>
      {content}
    </RecordLink>
  );
}
