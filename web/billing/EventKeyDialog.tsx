// What a platform needs to say the state of invoices: an address and a secret of the agency.
import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { readEventKey, renewEventKey } from '#core/billing/transmission.ts';
import type { Output } from '#core/kernel/endpoint.ts';
import { useAct } from '#ui/client/act.ts';
import { actKey, call } from '#ui/client/call.ts';
import { useCall } from '#ui/client/queries.tsx';
import { confirm } from '#ui/confirm.tsx';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import { NotRead } from '#ui/NotRead.tsx';
import { notifySuccess } from '#ui/notify.ts';
import { Refusal } from './Lines.tsx';

export default function EventKeyDialog({ onClose }: { onClose(): void }): ReactElement {
  const asked = useCall(readEventKey);
  const [renewed, setRenewed] = useState<Output<typeof readEventKey> | null>(null);
  const key = renewed ?? asked.data;
  const renew = useAct(async () => {
    const agreed = await confirm({
      ...{ title: 'Remplacer le secret ?', message: 'La plateforme doit recevoir le nouveau : l’ancien est refusé.' },
      confirmLabel: 'Remplacer',
    });
    if (!agreed) return;
    setRenewed(await call(renewEventKey, { input: {}, key: actKey() }));
    notifySuccess('Secret remplacé');
  });
  return (
    <DialogAbove opened onClose={onClose} title="États des factures : plateforme" size="lg" centered>
      {key ? (
        <Stack>
          <Text size="sm">
            Votre plateforme dit ici qu’une facture est déposée, rejetée ou encaissée. Chaque événement est signé avec
            le secret et accepté une seule fois.
          </Text>
          <div>
            <Text size="sm" fw={500}>
              Adresse
            </Text>
            <Code block>{key.url}</Code>
          </div>
          <div>
            <Text size="sm" fw={500}>
              Secret
            </Text>
            <Code block>{key.secret}</Code>
          </div>
          {renew.problem && <Refusal of={renew.problem} />}
          <Group justify="flex-end">
            <Button variant="default" loading={renew.busy} onClick={() => renew.run()}>
              Remplacer le secret
            </Button>
          </Group>
        </Stack>
      ) : (
        <NotRead of={asked} failure="Le secret n’a pas pu être lu" reading="Lecture du secret" height={200} />
      )}
    </DialogAbove>
  );
}
