// « Déroulé »: what happened during a service, from the first event to the last (N-035).
import { Text } from '@mantine/core';
import type { ReactElement } from 'react';
import { fetchServiceEvents } from '#core/planning/lifecycle-calls.ts';
import { useCall } from '#ui/client/queries.tsx';
import { Photos } from '#ui/files/Photos.tsx';
import { formatMoment, formatRelative } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { NotRead } from '#ui/NotRead.tsx';
import classes from './lifecycle.module.css';
import { receiptOf } from './receipt.ts';

interface Props {
  service: string;
  mount?: 'agent' | 'agency' | 'customer';
}

export function Timeline({ service, mount }: Props): ReactElement {
  const { zone } = useLocale();
  const asked = useCall(fetchServiceEvents, {
    params: { id: service },
    input: { limit: 500 },
    ...(mount ? { mount } : {}),
  });
  const { data } = asked;
  if (!data)
    return (
      <NotRead of={asked} failure="Le déroulé n’a pas pu être chargé" reading="Chargement du déroulé" height={150} />
    );
  if (data.events.length === 0)
    return <Text c="dimmed">Rien encore : la prise de service, les pauses et la fin s’inscrivent ici.</Text>;
  return (
    <ol className={classes.events} aria-label="Déroulé du service">
      {data.events.map(({ uuid, type, createdAt, receivedAt, content, author, photos }) => (
        <li key={uuid} className={classes.event} data-type={type.typeKey ?? undefined}>
          <time dateTime={createdAt} title={formatRelative(createdAt)} className={classes.moment}>
            {formatMoment(createdAt, zone)}
          </time>
          <div>
            <Text fw={600}>{type.label}</Text>
            {content && <Text className={classes.content ?? ''}>{content}</Text>}
            <Photos files={photos} />
            <Text size="sm" c="dimmed">
              {[author, receiptOf({ createdAt, receivedAt }, zone)].filter(Boolean).join(' · ')}
            </Text>
          </div>
        </li>
      ))}
    </ol>
  );
}
