// One document by mail: whom it reaches and what is said, proposed and editable.
import { Button, Group, Stack, TagsInput, Text, Textarea, TextInput } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { Estimate } from '#core/billing/estimate.ts';
import { Invoice } from '#core/billing/invoice.ts';
import { readOrderLetter, sendPurchaseOrders } from '#core/billing/order-calls.ts';
import { PurchaseOrder } from '#core/billing/purchase-order.ts';
import {
  numberToken,
  readEstimateLetter,
  readInvoiceLetter,
  readReminderLetter,
  sendEstimates,
  sendInvoices,
} from '#core/billing/sending.ts';
import type { Output } from '#core/kernel/endpoint.ts';
import { useAct } from '#ui/client/act.ts';
import { actKey, call } from '#ui/client/call.ts';
import { invalidateEntity, useCall } from '#ui/client/queries.tsx';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import { askToLeave } from '#ui/leaving.ts';
import { NotRead } from '#ui/NotRead.tsx';
import { notifySuccess } from '#ui/notify.ts';

export interface Sent {
  id: string;
  /** What leaves, in words: « Facture F2026-0007 ». */
  title: string;
  kind: 'invoice' | 'estimate' | 'reminder' | 'order';
  /** Sending issues it. */
  isDraft: boolean;
  /** As it was read: what a colleague wrote meanwhile does not leave. */
  version: number;
}

const letters = {
  invoice: readInvoiceLetter,
  estimate: readEstimateLetter,
  reminder: readReminderLetter,
  order: readOrderLetter,
} as const;
const entities = { invoice: Invoice, estimate: Estimate, reminder: Invoice, order: PurchaseOrder } as const;

type Letter = Output<typeof readInvoiceLetter>;

export default function SendDialog(props: Sent & { onClose(): void }): ReactElement {
  const { id, kind, isDraft, title, version, onClose } = props;
  const asked = useCall(letters[kind], { params: { id } });
  const [written, setWritten] = useState<Letter | null>(null);
  const [key] = useState(actKey);
  const letter = written ?? asked.data ?? null;
  const act = useAct(async () => {
    const input = { ids: [id], versions: { [id]: version }, ...letter };
    if (kind === 'estimate') await call(sendEstimates, { input, key });
    else if (kind === 'order') await call(sendPurchaseOrders, { input, key });
    else await call(sendInvoices, { input: { ...input, ...(kind === 'reminder' ? { remind: true } : {}) }, key });
    notifySuccess(kind === 'reminder' ? 'Relance envoyée' : isDraft ? 'Document émis et envoyé' : 'Document envoyé');
    void invalidateEntity(entities[kind], [id]);
    onClose();
  });
  const close = async (): Promise<void> => {
    if (!act.busy && (written === null || (await askToLeave()))) onClose();
  };
  return (
    <DialogAbove
      opened
      onClose={() => void close()}
      title={`${kind === 'reminder' ? 'Relancer' : 'Envoyer'} : ${title}`}
      size="lg"
      centered
      closeOnClickOutside={false}
    >
      {letter === null ? (
        <NotRead
          of={asked}
          failure="Le message n’a pas pu être préparé"
          reading="Préparation du message"
          height={280}
        />
      ) : (
        <Stack inert={act.busy}>
          {isDraft && (
            <Text size="sm">
              {`Ce brouillon est d’abord émis : il reçoit son numéro (${numberToken} dans le message) et ne se modifie plus.`}
            </Text>
          )}
          {!isDraft && `${letter.subject} ${letter.message}`.includes(numberToken) && (
            <Text size="sm">{`${numberToken} devient le numéro que le document reçoit à l’envoi.`}</Text>
          )}
          <Fields letter={letter} change={(more) => setWritten({ ...letter, ...more })} violation={act.violation} />
          {act.problem && (
            <Text size="sm" c="red" role="alert">
              {act.problem.message}
            </Text>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => void close()}>
              Annuler
            </Button>
            <Button
              loading={act.busy}
              disabled={letter.to.length === 0 || !letter.subject.trim() || !letter.message.trim()}
              onClick={() => act.run()}
            >
              {kind === 'reminder' ? 'Envoyer la relance' : isDraft ? 'Émettre et envoyer' : 'Envoyer'}
            </Button>
          </Group>
        </Stack>
      )}
    </DialogAbove>
  );
}

interface FieldsProps {
  letter: Letter;
  change(more: Partial<Letter>): void;
  violation(path: string): string | null;
}

function Fields({ letter: { to, subject, message }, change, violation }: FieldsProps): ReactElement {
  const wrongAddress = to.map((_one, index) => violation(`to.${index}`)).find((fault) => fault !== null);
  return (
    <>
      <TagsInput
        label="Destinataires"
        required
        value={to}
        splitChars={[',', ';', ' ']}
        acceptValueOnBlur
        placeholder={to.length === 0 ? 'nom@exemple.fr' : ''}
        error={violation('to') ?? wrongAddress}
        onChange={(value) => change({ to: value.map((address) => address.trim().toLowerCase()) })}
      />
      <TextInput
        label="Objet"
        required
        maxLength={200}
        value={subject}
        error={violation('subject')}
        onChange={({ currentTarget }) => change({ subject: currentTarget.value })}
      />
      <Textarea
        label="Message"
        required
        autosize
        minRows={7}
        maxRows={16}
        maxLength={5_000}
        value={message}
        error={violation('message')}
        onChange={({ currentTarget }) => change({ message: currentTarget.value })}
      />
      <Text size="sm" c="dimmed">
        Le PDF et les pièces jointes du document partent avec le message.
      </Text>
    </>
  );
}
