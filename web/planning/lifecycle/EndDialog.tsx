// « Fin de service »: ended, or extended with a reason (N-047, N-056 to N-061).
import { Button, Group, Modal, Radio, Stack, Text, Textarea } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import {
  type ExtensionReason,
  extensionContent,
  extensionReasons,
  isExtensionReady,
} from '#core/planning/lifecycle.ts';
import { extended } from '#core/planning/status.ts';
import { hoursLabel } from '../gridRows.ts';
import classes from './lifecycle.module.css';
import type { Acting } from './steps.ts';

interface Props {
  service: Acting;
  onClose(): void;
  onFinish(): void;
  onExtend(content: string): void;
}

export function EndDialog({ service, onClose, onFinish, onExtend }: Props): ReactElement {
  const [extending, setExtending] = useState(false);
  const { isCircuit, end, status } = service;
  const left = Math.round((end - Date.now()) / 60_000);
  const title = extending
    ? isCircuit
      ? 'Prolonger la tournée'
      : 'Prolonger le service'
    : isCircuit
      ? 'Fin de tournée'
      : 'Fin de service';
  return (
    <Modal opened onClose={onClose} title={title} centered>
      {extending ? (
        <Extension onBack={() => setExtending(false)} onExtend={onExtend} />
      ) : (
        <Stack>
          <Text>{isCircuit ? 'Terminer la tournée, ou la prolonger ?' : 'Terminer le service, ou le prolonger ?'}</Text>
          {left > 5 && status !== extended && (
            <Text c="orange" fw={600}>
              Il reste {hoursLabel(left)} avant l’heure de fin prévue : la fin sera notée comme anticipée.
            </Text>
          )}
          <div className={classes.steps}>
            <Button className={classes.step ?? ''} size="lg" variant="default" onClick={() => setExtending(true)}>
              Prolonger
            </Button>
            <Button className={classes.step ?? ''} size="lg" onClick={onFinish} data-autofocus>
              Terminer
            </Button>
          </div>
        </Stack>
      )}
    </Modal>
  );
}

function Extension({ onBack, onExtend }: { onBack(): void; onExtend(content: string): void }): ReactElement {
  const [reason, setReason] = useState<ExtensionReason | null>(null);
  const [text, setText] = useState('');
  const ready = isExtensionReady(reason, text);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (ready && reason) onExtend(extensionContent(reason, text));
      }}
    >
      <Stack>
        <Radio.Group
          label="Motif de la prolongation"
          withAsterisk
          value={reason}
          onChange={(value) => setReason(value as ExtensionReason)}
        >
          <Stack gap={0} mt="xs">
            {(Object.keys(extensionReasons) as ExtensionReason[]).map((key) => (
              <Radio
                key={key}
                value={key}
                size="md"
                className={classes.reason ?? ''}
                label={extensionReasons[key]}
                data-autofocus={key === 'requestCustomer' || undefined}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Textarea
          label="Précisions"
          size="md"
          autosize
          minRows={2}
          maxLength={500}
          required={reason === 'other'}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button size="md" variant="default" onClick={onBack}>
            Retour
          </Button>
          <Button size="md" type="submit" disabled={!ready}>
            Prolonger
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
