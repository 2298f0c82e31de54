// « À vérifier »: events of the field that could not be applied (decision 87), and what still waits on the telephones.
import { Button, Group, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { fetchKeptEvents, type KeptEvent, settleKeptEvent } from '#core/field/desk-calls.ts';
import { settlements } from '#core/field/settlements.ts';
import { Service } from '#core/planning/service.ts';
import { call } from '#ui/client/call.ts';
import { invalidateEntity, useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { Photos } from '#ui/files/Photos.tsx';
import { formatMoment } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { notifyProblem, notifySuccess } from '#ui/notify.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import { RecordLink } from '#ui/shell/RecordLink.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { ServiceHosts } from '../planning/ServiceHosts.tsx';
import { Devices } from './Devices.tsx';
import classes from './KeptEvents.module.css';
import { Closing, Correcting } from './Settling.tsx';

const pageSize = 25;
const views = [
  { value: 'open', label: 'À traiter' },
  { value: 'settled', label: 'Traités' },
];

export default function KeptEvents({ title, description }: ScreenProps): ReactElement {
  const [view, setView] = useState('open');
  const [page, setPage] = useState(1);
  const { data, error, isFetching, refetch } = useCall(fetchKeptEvents, {
    input: { settled: view === 'settled', page, limit: pageSize },
  });
  const pages = Math.ceil((data?.filtered ?? 0) / pageSize);
  return (
    <Stack>
      <PageHeader title={title} description={description} />
      <Group>
        <SegmentedControl
          aria-label="Éléments affichés"
          data={views}
          value={view}
          onChange={(next) => {
            setView(next);
            setPage(1);
          }}
        />
      </Group>
      {error && !data ? (
        <ReadFailure
          title="Ce qui est à vérifier n’a pas pu être lu"
          message={error.message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <Stack gap="xs" role="status" aria-label="Chargement" aria-busy>
          {[1, 2, 3].map((bone) => (
            <Skeleton key={bone} height={72} />
          ))}
        </Stack>
      ) : data.events.length === 0 ? (
        <Text c="dimmed" p="md">
          {view === 'open'
            ? 'Rien à vérifier : tout ce que les téléphones ont transmis est appliqué.'
            : 'Rien n’a encore été traité.'}
        </Text>
      ) : (
        <ul className={classes.list} aria-label={view === 'open' ? 'À traiter' : 'Traités'}>
          {data.events.map((event) => (
            <Line key={event.uuid} event={event} onSettled={() => void refetch()} />
          ))}
        </ul>
      )}
      {pages > 1 && (
        <Group>
          <Button variant="default" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Précédents
          </Button>
          <Text>
            Page {page} sur {pages}
          </Text>
          <Button variant="default" disabled={page === pages} onClick={() => setPage(page + 1)}>
            Suivants
          </Button>
        </Group>
      )}
      <Devices />
      <ServiceHosts />
    </Stack>
  );
}

function Line({ event, onSettled }: { event: KeptEvent; onSettled(): void }): ReactElement {
  const { zone } = useLocale();
  const mayWrite = useSession().can(['editService']);
  const [closing, setClosing] = useState(false);
  const [correcting, setCorrecting] = useState(false);
  const [busy, setBusy] = useState(false);
  const { service, agent } = event;
  // Somebody unscheduled it meanwhile, and yet somebody came.
  const isTakenUp = service?.isUnscheduled ?? false;
  const decision = { how: 'applied', ...(isTakenUp ? { reschedule: true } : {}) } as const;
  const apply = async (): Promise<void> => {
    setBusy(true);
    try {
      await call(settleKeptEvent, { params: { uuid: event.uuid }, input: decision });
      await invalidateEntity(Service);
      notifySuccess('Événement appliqué');
      onSettled();
    } catch (problem) {
      notifyProblem(problem);
    } finally {
      setBusy(false);
    }
  };
  const from = agent?.name ?? 'Collaborateur inconnu';
  return (
    <li className={classes.line} aria-label={`${event.label}, ${from}`}>
      <div>
        <Text fw={600}>
          {from} · {formatMoment(event.createdAt, zone)}
        </Text>
        <Text>{event.words || event.label}</Text>
        {service ? (
          <RecordLink entity={Service.name} id={service.id}>
            {service.site}, {formatMoment(service.startAt, zone)} – {formatMoment(service.endAt, zone)}
          </RecordLink>
        ) : event.site ? (
          <Text>{event.site}, service non planifié</Text>
        ) : (
          event.ofService && <Text c="dimmed">Son service n’existe plus</Text>
        )}
        <Photos files={event.photos} />
        <Text c="orange">{event.reason}</Text>
        <Text size="sm" c="dimmed">
          Transmis le {formatMoment(event.receivedAt, zone)}
        </Text>
        {event.settlement ? (
          <Text size="sm">
            {settlements[event.settlement]} par {event.settledBy ?? 'l’agence'}
            {event.settledAt ? ` le ${formatMoment(event.settledAt, zone)}` : ''}
            {event.comment ? ` : ${event.comment}` : ''}
          </Text>
        ) : null}
      </div>
      {mayWrite && !event.settlement ? (
        <Group gap="xs">
          <Button variant="default" loading={busy} onClick={() => void apply()}>
            {isTakenUp ? 'Reprogrammer et appliquer' : 'Appliquer'}
          </Button>
          <Button variant="default" disabled={busy} onClick={() => setCorrecting(true)}>
            Corriger
          </Button>
          <Button variant="default" disabled={busy} onClick={() => setClosing(true)}>
            Classer
          </Button>
        </Group>
      ) : null}
      {correcting && <Correcting event={event} onClose={() => setCorrecting(false)} onSettled={onSettled} />}
      {closing && <Closing event={event} onClose={() => setClosing(false)} onSettled={onSettled} />}
    </li>
  );
}
