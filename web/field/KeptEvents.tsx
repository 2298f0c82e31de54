// « À vérifier »: events of the field that could not be applied (decision 87), and what still waits on the telephones.
import { Button, Group, SegmentedControl, Skeleton, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import {
  fetchDevices,
  fetchKeptEvents,
  handOverDays,
  type KeptEvent,
  revokeDevice,
  settleKeptEvent,
  settlements,
} from '#core/field/calls.ts';
import { wallClock } from '#core/kernel/clock.ts';
import type { Output } from '#core/kernel/endpoint.ts';
import { Service } from '#core/planning/service.ts';
import { useAct } from '#ui/client/act.ts';
import { call } from '#ui/client/call.ts';
import { invalidateEntity, useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { instantAt } from '#ui/clock.ts';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import { Photos } from '#ui/files/Photos.tsx';
import { formatMoment, formatRelative, plural } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { notifyProblem, notifySuccess } from '#ui/notify.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import { RecordLink } from '#ui/shell/RecordLink.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { ServiceHosts } from '../planning/ServiceHosts.tsx';
import classes from './KeptEvents.module.css';

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
  const apply = async (): Promise<void> => {
    setBusy(true);
    try {
      await call(settleKeptEvent, { params: { uuid: event.uuid }, input: { how: 'applied' } });
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
            Appliquer
          </Button>
          <Button variant="default" disabled={busy} onClick={() => setCorrecting(true)}>
            Corriger l’heure
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

interface ClosingProps {
  event: KeptEvent;
  onClose(): void;
  onSettled(): void;
}

function Closing({ event, onClose, onSettled }: ClosingProps): ReactElement {
  const [comment, setComment] = useState('');
  const { run, busy, problem, violation } = useAct(async () => {
    await call(settleKeptEvent, { params: { uuid: event.uuid }, input: { how: 'closed', comment } });
    notifySuccess('Événement classé');
    onClose();
    onSettled();
  });
  return (
    <DialogAbove opened onClose={onClose} title="Classer sans l’appliquer" centered>
      <form
        onSubmit={(submitted) => {
          submitted.preventDefault();
          run();
        }}
      >
        <Stack>
          <Text>Le service reste comme il est. L’événement et votre raison sont gardés.</Text>
          <Textarea
            label="Pourquoi"
            required
            autosize
            minRows={2}
            maxLength={500}
            data-autofocus
            value={comment}
            onChange={(typed) => setComment(typed.currentTarget.value)}
            error={violation('comment') ?? problem?.message}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Annuler
            </Button>
            <Button type="submit" loading={busy} disabled={comment.trim() === ''}>
              Classer
            </Button>
          </Group>
        </Stack>
      </form>
    </DialogAbove>
  );
}

/** The phone's clock was wrong: the agency says the time, and why. */
function Correcting({ event, onClose, onSettled }: ClosingProps): ReactElement {
  const { zone } = useLocale();
  const [typed, setTyped] = useState(() => {
    const { day, time } = wallClock(new Date(event.receivedAt), zone);
    return { day, time, comment: '' };
  });
  const { run, busy, problem, violation } = useAct(async () => {
    const { day, time, comment } = typed;
    const input = { how: 'applied' as const, at: instantAt(day, time, zone), comment };
    await call(settleKeptEvent, { params: { uuid: event.uuid }, input });
    await invalidateEntity(Service);
    notifySuccess('Événement corrigé et appliqué');
    onClose();
    onSettled();
  });
  return (
    <DialogAbove opened onClose={onClose} title="Corriger l’heure, puis appliquer" centered>
      <form
        onSubmit={(submitted) => {
          submitted.preventDefault();
          run();
        }}
      >
        <Stack>
          <Text>
            L’heure que le téléphone a donnée ({formatMoment(event.createdAt, zone)}) reste dans l’historique.
          </Text>
          <Group grow>
            <TextInput
              type="date"
              label="Jour"
              required
              value={typed.day}
              onChange={({ currentTarget: { value: day } }) => setTyped({ ...typed, day })}
            />
            <TextInput
              type="time"
              label="Heure"
              required
              value={typed.time}
              onChange={({ currentTarget: { value: time } }) => setTyped({ ...typed, time })}
            />
          </Group>
          <Textarea
            label="Pourquoi"
            required
            autosize
            minRows={2}
            maxLength={500}
            value={typed.comment}
            onChange={({ currentTarget: { value: comment } }) => setTyped({ ...typed, comment })}
            error={violation('comment') ?? violation('at') ?? problem?.message}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Annuler
            </Button>
            <Button type="submit" loading={busy} disabled={!typed.day || !typed.time || typed.comment.trim() === ''}>
              Corriger et appliquer
            </Button>
          </Group>
        </Stack>
      </form>
    </DialogAbove>
  );
}

/** Decisions 77 and 93: what the telephones still had to send when they were last heard, and taking one out of use. */
function Devices(): ReactElement {
  const { data, refetch } = useCall(fetchDevices, { mount: 'agency' });
  const mayRevoke = useSession().can(['editAgent']);
  const [revoking, setRevoking] = useState<Device | null>(null);
  const devices = data?.devices ?? [];
  const waiting = devices.filter((one) => one.waiting > 0);
  const others = mayRevoke ? devices.filter((one) => one.waiting === 0) : [];
  const onRevoke = mayRevoke ? setRevoking : null;
  return (
    <>
      {waiting.length > 0 ? (
        <section aria-labelledby="waiting-devices">
          <h2 id="waiting-devices" className={classes.part}>
            Téléphones qui n’ont pas tout transmis
          </h2>
          <DeviceList devices={waiting} onRevoke={onRevoke} />
        </section>
      ) : null}
      {others.length > 0 ? (
        <details>
          <summary>{plural(others.length, 'téléphone')} sans rien en attente</summary>
          <DeviceList devices={others} onRevoke={onRevoke} />
        </details>
      ) : null}
      {revoking && <Revoking device={revoking} onClose={() => setRevoking(null)} onRevoked={() => void refetch()} />}
    </>
  );
}

interface DeviceListProps {
  devices: readonly Device[];
  /** Null: the caller may not. */
  onRevoke: ((device: Device) => void) | null;
}

const DeviceList = ({ devices, onRevoke }: DeviceListProps): ReactElement => (
  <ul className={classes.list}>
    {devices.map((one) => (
      <li key={one.id} className={classes.line} aria-label={`Téléphone, ${ownerOf(one)}`}>
        <div>
          <Text fw={600}>
            {ownerOf(one)} · {one.name}
          </Text>
          <Text>
            {one.waiting > 0 ? `${plural(one.waiting, 'élément')} en attente, entendu` : 'Entendu'}{' '}
            {formatRelative(one.seenAt)}
            {one.lostAt ? ` · révoqué ou déclaré perdu ${formatRelative(one.lostAt)}` : ''}
          </Text>
        </div>
        {onRevoke && !one.lostAt ? (
          <Button variant="default" onClick={() => onRevoke(one)}>
            Révoquer
          </Button>
        ) : null}
      </li>
    ))}
  </ul>
);

type Device = Output<typeof fetchDevices>['devices'][number];

const ownerOf = ({ agent }: Device): string => agent?.name ?? 'Collaborateur inconnu';

interface RevokingProps {
  device: Device;
  onClose(): void;
  onRevoked(): void;
}

function Revoking({ device, onClose, onRevoked }: RevokingProps): ReactElement {
  const { run, busy, problem } = useAct(async () => {
    await call(revokeDevice, { params: { id: device.id } });
    notifySuccess('Téléphone révoqué');
    onClose();
    onRevoked();
  });
  return (
    <DialogAbove opened onClose={onClose} title="Révoquer ce téléphone ?" centered>
      <Stack>
        <Text>
          {ownerOf(device)} est déconnecté de tous ses appareils. Ce téléphone transmet ce qu’il garde, à vérifier ici,
          puis s’efface ; il a {handOverDays} jours pour le faire.
        </Text>
        {problem ? (
          <Text role="alert" c="red">
            {problem.message}
          </Text>
        ) : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Annuler
          </Button>
          <Button color="red" loading={busy} onClick={() => run()}>
            Révoquer
          </Button>
        </Group>
      </Stack>
    </DialogAbove>
  );
}
