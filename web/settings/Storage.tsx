// « Stockage »: what the agency's files occupy of what they may; platform staff set the limit.
import { Button, Group, NumberInput, Progress, Stack, Table, Text, Title } from '@mantine/core';
import { type FormEvent, type ReactElement, useState } from 'react';
import { gigabyte, nearlyFull, readStorage, type Storage as Stored, saveStorageLimit } from '#core/files/storage.ts';
import { useAct } from '#ui/client/act.ts';
import { call } from '#ui/client/call.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { formatSize } from '#ui/files/size.ts';
import { plural } from '#ui/format.ts';
import { NotRead } from '#ui/NotRead.tsx';
import { notifySuccess } from '#ui/notify.ts';

export function Storage(): ReactElement {
  const { flags, agency, acting } = useSession();
  const asked = useCall(readStorage);
  const { data, refetch } = asked;
  if (!data)
    return <NotRead of={asked} failure="L’espace de stockage n’a pas pu être lu" reading="Chargement" height={120} />;
  return (
    <Stack gap="lg" p="md" maw={640}>
      <Used storage={data.storage} />
      {flags.isAdmin && !acting && agency ? (
        <Limit key={agency.id} agency={agency.id} storage={data.storage} onSaved={() => void refetch()} />
      ) : null}
    </Stack>
  );
}

function Used({ storage: { used, limit, kinds } }: { storage: Stored }): ReactElement {
  const share = limit === null ? 0 : used / limit;
  return (
    <>
      <div>
        <Text fw={550} mb={6}>
          {limit === null
            ? `${formatSize(used)} occupés, sans limite`
            : `${formatSize(used)} occupés sur ${formatSize(limit)} (${Math.round(share * 100)} %)`}
        </Text>
        {limit === null ? null : (
          <Progress
            value={Math.min(100, share * 100)}
            color={share >= nearlyFull ? 'red' : 'blue'}
            size="lg"
            aria-label="Espace occupé"
          />
        )}
        {share >= nearlyFull ? (
          <Text size="sm" c="red" mt={6} role="status">
            {share >= 1
              ? 'L’espace est dépassé, plus aucun fichier n’est accepté : supprimez-en ou demandez davantage d’espace.'
              : 'L’espace est presque plein : supprimez des fichiers ou demandez davantage d’espace.'}
          </Text>
        ) : null}
      </div>
      {kinds.length === 0 ? (
        <Text c="dimmed">Aucun fichier n’est enregistré.</Text>
      ) : (
        <Table aria-label="Ce qui occupe l’espace" withRowBorders>
          <Table.Tbody>
            {kinds.map(({ kind, label, files, size }) => (
              <Table.Tr key={kind}>
                <Table.Td>{label}</Table.Td>
                <Table.Td ta="right">{plural(files, 'fichier')}</Table.Td>
                <Table.Td ta="right">{formatSize(size)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </>
  );
}

interface LimitProps {
  agency: string;
  storage: Stored;
  onSaved(): void;
}

function Limit({ agency, storage: { limit, own }, onSaved }: LimitProps): ReactElement {
  const [typed, setTyped] = useState<number | string>(own ? Math.round((limit ?? 0) / gigabyte) : '');
  const act = useAct(async () => {
    await call(saveStorageLimit, { params: { id: agency }, input: { limit: typed === '' ? null : Number(typed) } });
    notifySuccess('Espace de stockage enregistré');
    onSaved();
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    act.run();
  };
  return (
    <form onSubmit={submit} aria-label="Espace accordé" noValidate>
      <Title order={3} size="sm" mb="xs">
        Espace accordé par la plateforme
      </Title>
      <Group align="flex-end" gap="xs">
        <NumberInput
          label="Espace de cette agence, en Go"
          description="Vide : celui de l’installation ; 0 : sans limite."
          min={0}
          allowDecimal={false}
          allowNegative={false}
          value={typed}
          onChange={setTyped}
          error={act.violation('limit') ?? act.problem?.message}
        />
        <Button type="submit" loading={act.busy}>
          Enregistrer
        </Button>
      </Group>
    </form>
  );
}
