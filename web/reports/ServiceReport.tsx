// The report of a service: read, or written by those who may.
import { Button, Stack, Text } from '@mantine/core';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { AgencyReport } from '#core/reports/report.ts';
import { reportTypeOf, type Signer, signers } from '#core/reports/types.ts';
import { endpointsOf } from '#ui/client/call.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import type { PartProps } from '#ui/EntityDialog/extras.ts';
import type { AnyRow } from '#ui/moves.ts';
import { Answer } from '../summary/parts.tsx';

const ReportSummary = lazy(() => import('./ReportSummary.tsx'));
const ReportDialog = lazy(() => import('./ReportDialog.tsx'));

const nothing = (): void => undefined;

export default function ServiceReport({ row }: PartProps): ReactElement {
  const { scope, can } = useSession();
  const [writing, setWriting] = useState(false);
  const type = reportTypeOf(row.activityType as number);
  const held = (row.agencyReport ?? null) as { id: string } | null;
  const missing = (row.missingSignatures ?? []) as Signer[];
  // Not over a form that is open: its save says that somebody else wrote one meanwhile.
  if (held && !writing) return <Held id={held.id} />;
  return (
    <Stack align="start">
      <Text c="dimmed">Ce service n’a pas encore de rapport.</Text>
      {missing.length > 0 && (
        <Text>
          La signature d’un bon est obligatoire avant la fin :{' '}
          {missing.map((one) => signers[one].toLowerCase()).join(', ')}.
        </Text>
      )}
      {scope === 'agency' && can(['createInterventionReport']) && (
        <Button onClick={() => setWriting(true)}>Rédiger le rapport</Button>
      )}
      <Suspense>
        {writing && type && (
          <ReportDialog type={type} report={null} service={row.id} onClose={() => setWriting(false)} />
        )}
      </Suspense>
    </Stack>
  );
}

function Held({ id }: { id: string }): ReactElement {
  const asked = useCall(endpointsOf(AgencyReport).read, { params: { id } });
  return (
    <Answer of={asked}>
      {(reply) => (
        <Suspense>
          <ReportSummary row={(reply as { agencyReport: AnyRow }).agencyReport} onEdit={null} onPart={nothing} />
        </Suspense>
      )}
    </Answer>
  );
}
