// Exports of personal data: requested, prepared, downloadable for a week.
import { Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import type { Endpoint } from '#core/kernel/endpoint.ts';
import { downloadExport, type PersonalExport } from '#core/privacy/person.ts';
import { useActKey } from '#ui/client/act.ts';
import { call, pathOf } from '#ui/client/call.ts';
import { queryClient, queryOf } from '#ui/client/queries.tsx';
import { formatSize } from '#ui/files/size.ts';
import { fetchContent } from '#ui/files/upload.ts';
import { formatMoment } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { notifyProblem, notifySuccess } from '#ui/notify.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { saveAs } from '#ui/saveAs.ts';
import classes from './privacy.module.css';

const states: Record<PersonalExport['state'], { label: string; colour: string }> = {
  queued: { label: 'En préparation', colour: 'gray' },
  ready: { label: 'Prêt', colour: 'green' },
  failed: { label: 'En échec', colour: 'red' },
};

interface ExportsProps {
  list: Endpoint;
  request: Endpoint;
  params?: Record<string, string>;
  button: string;
}

export function Exports({ list, request, params = {}, button }: ExportsProps): ReactElement {
  const [asking, setAsking] = useState(false);
  const keyOf = useActKey();
  const asked = queryOf(list, { params });
  const { data, error, refetch } = useQuery({
    ...asked,
    // Prepared in the background: poll until it is ready.
    refetchInterval: ({ state }) =>
      (state.data as { exports: PersonalExport[] } | undefined)?.exports?.some((one) => one.state === 'queued')
        ? 1_500
        : false,
  });
  const exports = (data as { exports: PersonalExport[] } | undefined)?.exports;
  const ask = async (): Promise<void> => {
    setAsking(true);
    try {
      await call(request, { params, key: keyOf(params) });
      keyOf.renew();
      notifySuccess('Export demandé : il sera prêt dans un instant.');
      await queryClient.invalidateQueries({ queryKey: asked.queryKey });
    } catch (failure) {
      notifyProblem(failure);
    } finally {
      setAsking(false);
    }
  };
  return (
    <Stack gap="sm" align="stretch">
      {error && !exports ? (
        <ReadFailure title="Les exports n’ont pas pu être lus" message={error.message} onRetry={() => void refetch()} />
      ) : !exports ? (
        <Skeleton height={40} role="status" aria-label="Chargement" />
      ) : exports.length === 0 ? (
        <Text size="sm" c="dimmed">
          Aucun export pour le moment.
        </Text>
      ) : (
        <ul className={classes.rows} aria-label="Exports">
          {exports.map((one) => (
            <Line key={one.id} one={one} />
          ))}
        </ul>
      )}
      <div>
        <Button variant="default" loading={asking} onClick={() => void ask()}>
          {button}
        </Button>
      </div>
    </Stack>
  );
}

function Line({ one }: { one: PersonalExport }): ReactElement {
  const { zone } = useLocale();
  const [busy, setBusy] = useState(false);
  const { label, colour } = states[one.state];
  const fetch = async (): Promise<void> => {
    setBusy(true);
    try {
      saveAs(await fetchContent(pathOf(downloadExport, 'root', { id: one.id })), 'donnees-personnelles.zip');
    } catch (error) {
      notifyProblem(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <li className={classes.row}>
      <div>
        <Group gap="xs">
          <Text fw={550}>Demandé le {formatMoment(one.createdAt, zone)}</Text>
          <Badge color={colour} variant="light" tt="none">
            {label}
          </Badge>
        </Group>
        <Text size="sm" c="dimmed">
          {one.state === 'ready'
            ? `${one.size === null ? '' : `${formatSize(one.size)} · `}Disponible jusqu’au ${formatMoment(one.expiresAt, zone)}`
            : one.state === 'failed'
              ? 'La préparation a échoué : demandez un nouvel export.'
              : 'Vous pouvez quitter cette page : l’export vous attendra ici.'}
        </Text>
      </div>
      {one.state === 'ready' ? (
        <Button size="compact-sm" loading={busy} onClick={() => void fetch()}>
          Télécharger
        </Button>
      ) : null}
    </li>
  );
}
