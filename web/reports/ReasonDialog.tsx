// Asks why a report is refused or corrected.
import { Stack, Textarea } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import type { refuseReport, reviseReport } from '#core/reports/calls.ts';
import { AgencyReport } from '#core/reports/report.ts';
import { ActFooter } from '#ui/ActFooter.tsx';
import { useAct } from '#ui/client/act.ts';
import { actKey, call } from '#ui/client/call.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import { closing } from '#ui/leaving.ts';
import { notifySuccess } from '#ui/notify.ts';

interface Props {
  title: string;
  endpoint: typeof refuseReport | typeof reviseReport;
  id: string;
  done: string;
  onClose(): void;
}

export default function ReasonDialog({ title, endpoint, id, done, onClose }: Props): ReactElement {
  const [reason, setReason] = useState('');
  const act = useAct(async () => {
    await call(endpoint, { params: { id }, input: { reason }, key: actKey() });
    notifySuccess(done);
    void invalidateEntity(AgencyReport);
    onClose();
  });
  const leave = closing({ isTouched: reason.trim() !== '', busy: act.busy, onClose });
  return (
    <DialogAbove opened onClose={leave} title={title} centered>
      <Stack inert={act.busy}>
        <Textarea
          label="Motif"
          autosize
          minRows={3}
          maxLength={500}
          value={reason}
          error={act.violation('reason') ?? act.problem?.message}
          onChange={(event) => setReason(event.currentTarget.value)}
          data-autofocus
        />
        <ActFooter act={act} label="Enregistrer" disabled={reason.trim() === ''} onLeave={leave} />
      </Stack>
    </DialogAbove>
  );
}
