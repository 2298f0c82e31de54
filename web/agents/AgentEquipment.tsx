// The equipment handed to an agent, as a part beside his record: simplified stock only (T-025).
import { Box, Skeleton, Stack } from '@mantine/core';
import type { ReactElement } from 'react';
import { AgentItems, readAgentItems } from '#core/agents/items.ts';
import type { Row } from '#core/kernel/entity.ts';
import { useFreshCall } from '#ui/client/fresh.ts';
import type { PartProps } from '#ui/EntityDialog/extras.ts';
import { RecordForm } from '#ui/EntityDialog/RecordForm.tsx';
import { ReadFailure } from '#ui/ReadFailure.tsx';

export default function AgentEquipment({ row, page, mayLeave, onClose }: PartProps): ReactElement {
  const reading = useFreshCall(readAgentItems, { params: { id: row.id } });
  const agent = reading.data?.agent as Row<typeof AgentItems> | undefined;
  if (agent)
    return (
      <RecordForm
        of={AgentItems}
        page={`${page}.items`}
        row={agent}
        mayLeave={mayLeave}
        onClose={onClose}
        onCancel={onClose}
      />
    );
  return reading.error && !reading.isFetching ? (
    <Box p="lg">
      <ReadFailure
        title="Le matériel n’a pas pu être chargé"
        message={reading.error.message}
        onRetry={() => void reading.refetch()}
      />
    </Box>
  ) : (
    <Stack p="lg" aria-busy role="status" aria-label="Chargement">
      {[1, 2, 3].map((bone) => (
        <Skeleton key={bone} height={96} />
      ))}
    </Stack>
  );
}
