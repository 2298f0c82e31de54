// An agent sends his documents to his agency or to himself (decision 82).
import { Alert, Button, Checkbox, Group, Stack, Text, Textarea } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { listOwnAddresses, sendOwnDocuments } from '#core/documents/sending.ts';
import { emailMessages } from '#core/mail/email.ts';
import { useAct, useActKey } from '#ui/client/act.ts';
import { call } from '#ui/client/call.ts';
import { useCall } from '#ui/client/queries.tsx';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import { plural } from '#ui/format.ts';
import { askToLeave } from '#ui/leaving.ts';
import type { AnyRow } from '#ui/moves.ts';
import { NotRead } from '#ui/NotRead.tsx';
import { notifySuccess } from '#ui/notify.ts';

interface OwnSendDialogProps {
  rows: readonly AnyRow[];
  onClose(): void;
  onSent?(): void;
}

export default function OwnSendDialog({ rows, onClose, onSent }: OwnSendDialogProps): ReactElement {
  const known = useCall(listOwnAddresses);
  const [to, setTo] = useState<string[]>([]);
  const [message, setMessage] = useState('');
  const keyOf = useActKey();
  const act = useAct(async () => {
    const input = { ids: rows.map(({ id }) => id), to, message };
    await call(sendOwnDocuments, { input, key: keyOf(input) });
    notifySuccess(emailMessages.allSent);
    onSent?.();
    onClose();
  });
  const leave = async (): Promise<void> => {
    if (!act.busy && (message.trim() === '' || (await askToLeave()))) onClose();
  };
  return (
    <DialogAbove opened onClose={() => void leave()} title={`Envoyer ${plural(rows.length, 'document')}`} centered>
      {known.data ? (
        <Stack inert={act.busy}>
          <Checkbox.Group label="À" value={to} onChange={setTo} error={act.violation('to')}>
            <Stack gap="xs" mt="xs">
              {known.data.addresses.map(({ address, label }) => (
                <Checkbox key={address} value={address} label={`${label} (${address})`} />
              ))}
            </Stack>
          </Checkbox.Group>
          {known.data.addresses.length === 0 && <Text c="dimmed">Votre agence n’a pas indiqué d’adresse e-mail.</Text>}
          <Textarea
            label="Message"
            autosize
            minRows={3}
            maxLength={2_000}
            value={message}
            onChange={({ currentTarget }) => setMessage(currentTarget.value)}
          />
          {act.problem && !act.violation('to') ? <Alert color="red">{act.problem.message}</Alert> : null}
          <Group justify="flex-end">
            <Button disabled={to.length === 0} loading={act.busy} onClick={() => act.run()}>
              Envoyer
            </Button>
          </Group>
        </Stack>
      ) : (
        <NotRead of={known} failure="Les adresses n’ont pas pu être lues" reading="Chargement" height={120} />
      )}
    </DialogAbove>
  );
}
