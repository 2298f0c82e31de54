// A payment that was wrong is reversed by an entry of the opposite amount, with its reason (decision 90).
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { reversePayment } from '#core/billing/calls.ts';
import { Invoice } from '#core/billing/invoice.ts';
import { useAct } from '#ui/client/act.ts';
import { actKey, call } from '#ui/client/call.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import { closing } from '#ui/leaving.ts';
import { notifySuccess } from '#ui/notify.ts';

export default function ReverseDialog({
  invoice,
  payment,
  onClose,
}: {
  invoice: string;
  payment: string;
  onClose(): void;
}): ReactElement {
  const [reason, setReason] = useState('');
  const [key] = useState(actKey);
  const act = useAct(async () => {
    await call(reversePayment, { params: { id: invoice, payment }, input: { reason }, key });
    notifySuccess('Paiement annulé par une écriture contraire');
    await invalidateEntity(Invoice, [invoice]);
    onClose();
  });
  const leave = closing({ isTouched: reason.trim() !== '', busy: act.busy, onClose });
  return (
    <DialogAbove opened onClose={leave} title="Annuler ce paiement" centered>
      <Stack inert={act.busy}>
        <TextInput
          label="Motif"
          description="Le paiement reste dans l’historique, avec une écriture contraire."
          maxLength={200}
          value={reason}
          error={act.violation('reason') ?? act.problem?.message}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={leave}>
            Fermer
          </Button>
          <Button color="red" loading={act.busy} disabled={reason.trim() === ''} onClick={() => act.run()}>
            Annuler le paiement
          </Button>
        </Group>
      </Stack>
    </DialogAbove>
  );
}
