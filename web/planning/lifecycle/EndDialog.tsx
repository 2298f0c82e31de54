// « Fin de service »: ended, or extended with a reason (N-047, N-056 to N-061).

import { Button, Group, Radio, Stack, Text, Textarea } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { inHours } from '#core/kernel/duration.ts';
import { endWithoutPhoto, isEndProven } from '#core/planning/end-photo.ts';
import {
  type ExtensionReason,
  extensionReasons,
  hasUnfinishedRounds,
  isEndEarly,
  isExtensionReady,
  type Step,
} from '#core/planning/lifecycle.ts';
import { fetchEndPhoto } from '#core/planning/lifecycle-calls.ts';
import { endWords, whatIs } from '#core/planning/step-words.ts';
import { signers } from '#core/reports/types.ts';
import { roundsLeftQuestion } from '#core/rounds/left.ts';
import { readServiceRounds } from '#core/rounds/service-round.ts';
import { useCall } from '#ui/client/queries.tsx';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import classes from './lifecycle.module.css';
import { useSigning } from './signing.ts';
import type { Acting } from './steps.ts';

export interface Extension {
  reason: ExtensionReason | null;
  text: string;
}
export const noExtension: Extension = { reason: null, text: '' };
const longest = 300;

interface Props {
  service: Acting;
  mount: 'agent' | 'agency';
  isExtendable: boolean;
  /** Request under way: until it is answered the dialog stays open and sends nothing else. */
  busy: Step | null;
  extension: Extension;
  onType(extension: Extension): void;
  /** Why the end has no photo; kept where the extension is. */
  without: string;
  onWithout(text: string): void;
  onClose(): void;
  onFinish(content?: string): void;
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
  const isTyped = extension.reason !== null || extension.text !== '' || props.without !== '';
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

function End(props: EndProps): ReactElement {
  const { service, mount, isExtendable, busy, without, onWithout, onFinish, onProlong } = props;
  const now = Date.now();
  // The agency is not asked; null: not read, and the server still refuses an end without it.
  const asked = useCall(fetchEndPhoto, { params: { id: service.id }, mount, enabled: mount === 'agent' });
  const why = asked.data?.why ?? null;
  const content = why === null ? undefined : endWithoutPhoto(without);
  // N-053
  const { data } = useCall(readServiceRounds, { params: { id: service.id }, mount });
  const isRoundLeft = hasUnfinishedRounds(data?.rounds ?? []);
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
      {isRoundLeft && (
        <Text c="orange" fw={600}>
          {roundsLeftQuestion}
        </Text>
      )}
      {why !== null && (
        <>
          <Text>
            <strong>Une photo est demandée.</strong> {why} La photo se prend en mode terrain ; sinon, dites pourquoi il
            n’y en a pas.
          </Text>
          <Textarea
            label="Pourquoi sans photo ?"
            required
            autosize
            minRows={2}
            maxLength={longest}
            size="md"
            readOnly={busy !== null}
            value={without}
            onChange={(event) => onWithout(event.currentTarget.value)}
          />
        </>
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
        <Button
          className={classes.step ?? ''}
          size="lg"
          loading={busy === 'finish'}
          disabled={!isEndProven(why, 0, content ?? null)}
          onClick={() => onFinish(content)}
          data-autofocus
        >
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
