// « Fin de service »: ended, or extended with a reason (N-047, N-056 to N-061).

import { Button, Group, Radio, Stack, Text, Textarea } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { inHours } from '#core/kernel/duration.ts';
import {
  type ExtensionReason,
  extensionReasons,
  isEndEarly,
  isExtensionReady,
  type Step,
} from '#core/planning/lifecycle.ts';
import { endWords, whatIs } from '#core/planning/step-words.ts';
import { signers } from '#core/reports/types.ts';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import classes from './lifecycle.module.css';
import { useSigning } from './signing.ts';
import type { Acting } from './steps.ts';

export interface Extension {
  reason: ExtensionReason | null;
  text: string;
}
export const noExtension: Extension = { reason: null, text: '' };

interface Props {
  service: Acting;
  mount: 'agent' | 'agency';
  isExtendable: boolean;
  /** Request under way: until it is answered the dialog stays open and sends nothing else. */
  busy: Step | null;
  extension: Extension;
  onType(extension: Extension): void;
  onClose(): void;
  onFinish(): void;
  onExtend(): void;
}

export function EndDialog({ onClose, ...props }: Props): ReactElement {
  const [extending, setExtending] = useState(false);
  const { service, isExtendable, busy, extension } = props;
  const words = endWords(whatIs(service));
  const close = (): void => {
    if (busy === null) onClose();
  };
  const isReason = extending && isExtendable;
  const isTyped = extension.reason !== null || extension.text !== '';
  return (
    <DialogAbove
      opened
      onClose={close}
      title={isReason ? words.extension : words.title}
      centered
      closeOnClickOutside={busy === null && !isTyped}
      closeButtonProps={{ 'aria-label': 'Fermer', disabled: busy !== null }}
    >
      {isReason ? (
        <Reason {...props} onBack={() => setExtending(false)} />
      ) : (
        <End {...props} onProlong={() => setExtending(true)} />
      )}
    </DialogAbove>
  );
}

type EndProps = Omit<Props, 'onClose'> & { onProlong(): void };

function End({ service, mount, isExtendable, busy, onFinish, onProlong }: EndProps): ReactElement {
  const now = Date.now();
  const words = endWords(whatIs(service));
  const missing = useSigning(service.id, mount)?.missing ?? [];
  return (
    <Stack>
      {missing.length > 0 && (
        <Text c="orange" fw={600} role="status">
          La signature d’un bon est obligatoire avant la fin ; il manque :{' '}
          {missing.map((signer) => signers[signer].toLowerCase()).join(', ')}. Complétez d’abord le rapport.
        </Text>
      )}
      <Text>{isExtendable ? words.question : words.only}</Text>
      {isEndEarly(service, service.lateMargin, now) && (
        <Text c="orange" fw={600}>
          Il reste {inHours(Math.ceil((service.end - now) / 60_000))} avant l’heure de fin prévue : la fin sera notée
          comme anticipée.
        </Text>
      )}
      <div className={classes.steps}>
        {isExtendable && (
          <Button
            className={classes.step ?? ''}
            size="lg"
            variant="default"
            disabled={busy !== null}
            onClick={onProlong}
          >
            Prolonger
          </Button>
        )}
        <Button className={classes.step ?? ''} size="lg" loading={busy === 'finish'} onClick={onFinish} data-autofocus>
          Terminer
        </Button>
      </div>
    </Stack>
  );
}

type ReasonProps = Omit<Props, 'onClose'> & { onBack(): void };

function Reason({ busy, extension, onType, onExtend, onBack }: ReasonProps): ReactElement {
  const { reason, text } = extension;
  const ready = isExtensionReady(reason, text);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (ready && busy === null) onExtend();
      }}
    >
      <Stack>
        <Radio.Group
          label="Motif de la prolongation"
          withAsterisk
          value={reason}
          onChange={(value) => onType({ ...extension, reason: value as ExtensionReason })}
        >
          <Stack gap={0} mt="xs">
            {(Object.keys(extensionReasons) as ExtensionReason[]).map((key) => (
              <Radio
                key={key}
                value={key}
                size="md"
                className={classes.reason ?? ''}
                label={extensionReasons[key]}
                disabled={busy !== null}
                data-autofocus={key === (reason ?? 'requestCustomer') || undefined}
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
          readOnly={busy !== null}
          value={text}
          onChange={(event) => onType({ ...extension, text: event.currentTarget.value })}
        />
        <Group justify="flex-end">
          <Button size="md" variant="default" disabled={busy !== null} onClick={onBack}>
            Retour
          </Button>
          <Button size="md" type="submit" disabled={!ready} loading={busy === 'extend'}>
            Prolonger
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
