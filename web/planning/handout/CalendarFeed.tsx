// Address of an agent's calendar feed: shown once, replaced, removed.
import { Alert, Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { type ReactElement, useRef, useState } from 'react';
import { makeCalendar, readCalendar, removeCalendar } from '#core/planning/handout-calls.ts';
import { CopyButton } from '#ui/CopyButton.tsx';
import { call } from '#ui/client/call.ts';
import { useCall } from '#ui/client/queries.tsx';
import { confirm } from '#ui/confirm.tsx';
import { formatMoment } from '#ui/format.ts';
import { IconCopy } from '#ui/icons.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { notifyProblem, notifySuccess } from '#ui/notify.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';

interface Props {
  agent: string;
  /** The agent himself, or the agency. */
  mount: 'agent' | 'agency';
}

export function CalendarFeed({ agent, mount }: Props): ReactElement {
  const asked = { params: { id: agent }, mount };
  const { data, error, isPending, refetch } = useCall(readCalendar, asked);
  const { zone } = useLocale();
  const [url, setUrl] = useState<string | null>(null);
  const address = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);

  const attempt = async (act: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await act();
      await refetch();
    } catch (problem) {
      notifyProblem(problem);
    } finally {
      setBusy(false);
    }
  };
  const make = async (): Promise<void> => {
    const sure =
      !data?.calendar ||
      (await confirm({
        title: 'Nouvelle adresse',
        message: 'Les agendas abonnés à l’ancienne adresse ne recevront plus rien.',
        confirmLabel: 'Créer une nouvelle adresse',
      }));
    if (sure) await attempt(async () => setUrl((await call(makeCalendar, asked)).calendar.url));
  };
  const remove = async (): Promise<void> => {
    const sure = await confirm({
      title: 'Supprimer l’adresse',
      message: 'Les agendas abonnés ne recevront plus rien.',
      confirmLabel: 'Supprimer',
      danger: true,
    });
    if (sure)
      await attempt(async () => {
        await call(removeCalendar, asked);
        setUrl(null);
        notifySuccess('Adresse supprimée');
      });
  };

  if (isPending) return <Skeleton height={80} aria-label="Chargement de l’agenda" role="status" />;
  if (error)
    return (
      <ReadFailure title="L’agenda n’a pas pu être chargé" message={error.message} onRetry={() => void refetch()} />
    );
  return (
    <Stack gap="sm" align="stretch">
      <Text size="sm" c="dimmed">
        Les services publiés apparaissent dans l’agenda d’un téléphone ou d’un ordinateur abonné à une adresse secrète :
        qui la connaît voit le planning.
      </Text>
      {url !== null && (
        <Alert color="blue" title="Voici l’adresse : elle n’est montrée qu’une fois">
          <Group gap="xs" wrap="nowrap" align="flex-end">
            <TextInput
              ref={address}
              style={{ flex: 1 }}
              readOnly
              label="Adresse à coller dans « S’abonner à un calendrier »"
              value={url}
              onFocus={(event) => event.currentTarget.select()}
            />
            <CopyButton text={url} shown={address} done="Copiée" leftSection={<IconCopy size={16} aria-hidden />} />
          </Group>
        </Alert>
      )}
      <Text size="sm">
        {data.calendar
          ? `Adresse créée le ${formatMoment(data.calendar.createdAt, zone)} par ${data.calendar.author}.`
          : 'Aucune adresse n’a été créée.'}
      </Text>
      <Group gap="xs">
        <Button variant="default" loading={busy} onClick={() => void make()}>
          {data.calendar ? 'Créer une nouvelle adresse' : 'Créer l’adresse'}
        </Button>
        {data.calendar && (
          <Button variant="default" color="red" disabled={busy} onClick={() => void remove()}>
            Supprimer l’adresse
          </Button>
        )}
      </Group>
    </Stack>
  );
}
