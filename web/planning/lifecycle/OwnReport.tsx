// The report of the agent's service under way: written, completed and signed at the desk as on the phone.
import { Button, Text } from '@mantine/core';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { Service } from '#core/planning/service.ts';
import { AgencyReport } from '#core/reports/report.ts';
import { ownWritableStates } from '#core/reports/states.ts';
import { type ReportType, reportTypeOf } from '#core/reports/types.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { useRecord } from '#ui/EntityDialog/reading.tsx';
import { IconReport } from '#ui/icons.ts';
import type { ReportRow } from '../../reports/answers.ts';
import { useSigning } from './signing.ts';

const ReportDialog = lazy(() => import('../../reports/ReportDialog.tsx'));

export function OwnReport({ service }: { service: string }): ReactElement | null {
  const { can } = useSession();
  // What was opened stays, with what is typed, whatever becomes of the report meanwhile: the save says why it is refused.
  const [opened, setOpened] = useState<{ report: string | null } | null>(null);
  const mayWrite = can(['createOwnInterventionReport', 'editOwnInterventionReport']);
  const signing = useSigning(service, 'agent', mayWrite);
  const type = signing && reportTypeOf(signing.activityType);
  if (!type || !mayWrite) return null;
  const { report } = signing;
  if (report && !opened && !ownWritableStates.includes(report.status))
    return <Text>Le rapport est remis à l’agence.</Text>;
  const close = (): void => {
    setOpened(null);
    void invalidateEntity(Service);
  };
  return (
    <>
      <Button
        variant="default"
        size="lg"
        fullWidth
        leftSection={<IconReport size={20} aria-hidden />}
        onClick={() => setOpened({ report: report?.id ?? null })}
      >
        {report ? 'Compléter le rapport' : 'Rédiger le rapport'}
      </Button>
      {opened && (
        <Suspense>
          {opened.report ? (
            <Begun id={opened.report} type={type} onClose={close} />
          ) : (
            <ReportDialog type={type} report={null} service={service} onClose={close} />
          )}
        </Suspense>
      )}
    </>
  );
}

/** Begun here or on his phone. */
function Begun({ id, type, onClose }: { id: string; type: ReportType; onClose(): void }): ReactElement | null {
  const { row, failure } = useRecord(AgencyReport, id);
  if (row) return <ReportDialog type={type} report={row as unknown as ReportRow} onClose={onClose} />;
  return failure === null ? null : <Text role="alert">{failure}</Text>;
}
