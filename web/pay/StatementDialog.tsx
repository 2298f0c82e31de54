// « Décompte d’heures » of a customer: the paper, whom it reaches, and what is said.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { type Reference, ref } from '#core/kernel/field.ts';
import { previewStatement, printStatement, sendStatement, statementMessages } from '#core/pay/statement.ts';
import { useAct } from '#ui/client/act.ts';
import { actKey, call } from '#ui/client/call.ts';
import { useCall } from '#ui/client/queries.tsx';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import { saveDocument } from '#ui/files/documents.ts';
import { plural } from '#ui/format.ts';
import { IconFileText } from '#ui/icons.ts';
import { FieldInput } from '#ui/kinds/inputs.tsx';
import { NotRead } from '#ui/NotRead.tsx';
import { notifySuccess } from '#ui/notify.ts';
import classes from './pay.module.css';

const chosen = ref('Client', 'customer', { required: true });

interface Props {
  period: { start: string; end: string; title: string };
  onClose(): void;
}

export default function StatementDialog({ period: { start, end, title }, onClose }: Props): ReactElement {
  const [customer, setCustomer] = useState<Reference | null>(null);
  return (
    <DialogAbove opened onClose={onClose} title={`Décompte d’heures : ${title}`} size="lg" centered>
      <Stack>
        <FieldInput
          field={chosen}
          path="customer"
          value={customer}
          faults={{}}
          change={(_path, value) => setCustomer(value as Reference | null)}
          leave={() => {}}
        />
        {customer && <Letter key={customer.id} asked={{ customer: customer.id, start, end }} onClose={onClose} />}
      </Stack>
    </DialogAbove>
  );
}

function Letter({
  asked,
  onClose,
}: {
  asked: { customer: string; start: string; end: string };
  onClose(): void;
}): ReactElement {
  const read = useCall(previewStatement, { input: asked });
  const [key] = useState(actKey);
  const [drawing, setDrawing] = useState(false);
  const act = useAct(async () => {
    const { sent } = await call(sendStatement, { input: asked, key });
    notifySuccess(`Décompte envoyé à ${plural(sent, 'destinataire')}`);
    onClose();
  });
  const take = async (): Promise<void> => {
    setDrawing(true);
    await saveDocument(
      { endpoint: printStatement, input: asked },
      `Décompte d’heures ${asked.start} au ${asked.end}.pdf`,
    );
    setDrawing(false);
  };
  const { data } = read;
  if (!data)
    return <NotRead of={read} failure="Le message n’a pas pu être lu" reading="Lecture du message" height={180} />;
  const { to, subject, message } = data;
  return (
    <>
      {to.length === 0 ? (
        <Alert color="orange">{statementMessages.nobody}</Alert>
      ) : (
        <div className={classes.line}>
          <Text size="sm" c="dimmed">
            À : {to.map(({ address }) => address).join(', ')}
          </Text>
          <Text fw={600}>{subject}</Text>
          <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
            {message}
          </Text>
        </div>
      )}
      {act.problem && <Text c="red">{act.problem.message}</Text>}
      <Group justify="flex-end">
        <Button
          variant="default"
          leftSection={<IconFileText size={18} aria-hidden />}
          loading={drawing}
          onClick={() => void take()}
        >
          Voir le PDF
        </Button>
        <Button loading={act.busy} disabled={to.length === 0} onClick={() => act.run()}>
          Envoyer par e-mail
        </Button>
      </Group>
    </>
  );
}
