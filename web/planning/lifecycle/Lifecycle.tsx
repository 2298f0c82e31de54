// The part « Déroulé » of a service's dialog: its events and, with the right, what its agent would do himself.
import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactElement } from 'react';
import { Service } from '#core/planning/service.ts';
import { serviceStatus } from '#core/planning/status.ts';
import { endpointsOf } from '#ui/client/call.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import type { PartProps } from '#ui/EntityDialog/extras.ts';
import { Steps } from './Steps.tsx';
import { Timeline } from './Timeline.tsx';

interface Living {
  id: string;
  status: keyof typeof serviceStatus.states;
  isCircuit: boolean;
  endAt: string;
}

export default function Lifecycle({ row, onClose }: PartProps): ReactElement {
  const session = useSession();
  const { scope } = session;
  // A row of the list knows its columns alone, and the steps change it while the dialog is open.
  const { data } = useCall(endpointsOf(Service).read, { params: { id: row.id } });
  const service = (data as { service: Living } | undefined)?.service;
  return (
    <Stack p="md">
      {service && (
        <Text>
          État : <b>{serviceStatus.states[service.status].label}</b>
        </Text>
      )}
      {service && scope === 'agency' && session.can(['editService']) && (
        <Steps service={{ ...service, end: Date.parse(service.endAt) }} mount="agency" />
      )}
      <Timeline service={row.id} mount={scope} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Fermer
        </Button>
      </Group>
    </Stack>
  );
}
