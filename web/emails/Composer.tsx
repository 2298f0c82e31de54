// Writes an e-mail: to named recipients, or the same text to many, each in a separate mail.
import { Alert, Button, Group, Progress, Select, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import { files } from '#core/kernel/field.ts';
import { emailLimits, emailMessages, listSenders } from '#core/mail/email.ts';
import { useAct } from '#ui/client/act.ts';
import { useCall } from '#ui/client/queries.tsx';
import { confirm } from '#ui/confirm.tsx';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import { useDialogSize } from '#ui/dialog.ts';
import { FileLink } from '#ui/files/FileLink.tsx';
import { FilesField } from '#ui/files/FilesField.tsx';
import { formatSize } from '#ui/files/size.ts';
import { readyToSave } from '#ui/files/unsent.ts';
import type { Faults } from '#ui/kinds/inputs.tsx';
import { askToLeave } from '#ui/leaving.ts';
import { notifySuccess } from '#ui/notify.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { RichTextInput } from '#ui/richtext/index.tsx';
import classes from './Composer.module.css';
import { type Addressee, type Draft, emptyDraft, type Failed, faultsOf, sender, violationsOf } from './draft.ts';
import { IconLock, IconSend } from './icons.ts';

export interface ComposerProps {
  /** Initial values. */
  initial?: Partial<Draft>;
  /** Suggested addresses. */
  suggestions?: readonly string[];
  /** Each gets a separate mail; they replace the field « À ». */
  each?: readonly Addressee[];
  /** Shown above the form, for example who has no address. */
  notice?: string | undefined;
  onClose(): void;
  onSent?(): void;
}

const attachmentsField = files('Pièces jointes', { count: emailLimits.attachments });
const addresses = [
  ['cc', 'Cc'],
  ['bcc', 'Cci'],
] as const;

export default function Composer({
  initial,
  suggestions = [],
  each,
  notice,
  onClose,
  onSent,
}: ComposerProps): ReactElement {
  const { content, ...size } = useDialogSize();
  const [start] = useState<Draft>(() => ({
    ...emptyDraft,
    ...initial,
    ...(each ? { to: each.map(({ to }) => to) } : {}),
  }));
  const [draft, setDraft] = useState(start);
  const [faults, setFaults] = useState<Faults>({});
  const [left, setLeft] = useState<readonly Failed[]>([]);
  const [done, setDone] = useState<number | null>(null);
  const senders = useCall(listSenders);
  const sending = useRef<ReturnType<typeof sender>>(null);
  sending.current ??= sender();

  const set = (changes: Partial<Draft>): void => {
    setDraft((before) => ({ ...before, ...changes }));
    setFaults((before) => Object.fromEntries(Object.entries(before).filter(([path]) => !(path in changes))));
  };
  const first = senders.data?.senders[0]?.address;
  useEffect(() => {
    if (first) setDraft((before) => (before.from === '' ? { ...before, from: first } : before));
  }, [first]);

  const finish = (): void => {
    notifySuccess(each ? emailMessages.allSent : emailMessages.sent);
    onSent?.();
    onClose();
  };
  // Files that finish uploading while the send waits are part of it.
  const latest = useRef(draft);
  latest.current = draft;
  const { run, busy, problem } = useAct(async () => {
    if (!(await readyToSave())) return;
    const ready = latest.current;
    const wrong = faultsOf(each ? { ...ready, to: ready.to.slice(0, 1) } : ready);
    setFaults(wrong);
    if (Object.keys(wrong).length > 0) return;
    const wanted = left.length > 0 ? left : (each ?? []);
    if (each) {
      const sure = await confirm({
        title: `Envoyer ${wanted.length} email(s) ?`,
        message: 'Chaque destinataire recevra son propre message et ne verra pas les autres.',
        confirmLabel: 'Envoyer',
      });
      if (!sure) return;
    }
    try {
      if (each) {
        setDone(0);
        const failed = await sending.current?.each(ready, wanted, setDone);
        setDone(null);
        setLeft(failed ?? []);
        if (!failed || failed.length === 0) finish();
      } else {
        await sending.current?.one(ready);
        finish();
      }
    } catch (error) {
      setFaults(violationsOf(error));
      throw error;
    }
  });

  const changed = useMemo(
    () => JSON.stringify({ ...draft, from: '' }) !== JSON.stringify({ ...start, from: '' }),
    [draft, start],
  );
  const close = async (): Promise<void> => {
    if (busy) return;
    if (!changed || (await askToLeave())) onClose();
  };
  const options = useMemo(() => [...new Set(suggestions.map((address) => address.toLowerCase()))], [suggestions]);
  const recipients = (name: 'to' | 'cc' | 'bcc', label: string, required = false): ReactElement => (
    <TagsInput
      key={name}
      label={label}
      required={required}
      data-path={name}
      value={draft[name]}
      data={options}
      splitChars={[',', ';', ' ']}
      acceptValueOnBlur
      // Without flip: on a narrow screen it would flip back and forth endlessly.
      comboboxProps={{ position: 'bottom-start', middlewares: { flip: false, shift: false } }}
      clearable={false}
      error={faults[name]}
      onChange={(value) => set({ [name]: value.map((address) => address.trim().toLowerCase()) })}
      onBlur={() => {
        const fault = faultsOf({ ...emptyDraft, from: 'x', subject: 'x', to: ['a@b.fr'], [name]: draft[name] })[name];
        if (fault && draft[name].length > 0) setFaults((before) => ({ ...before, [name]: fault }));
      }}
      {...(name === 'to'
        ? {
            placeholder: draft.to.length === 0 ? 'nom@exemple.fr' : '',
            'data-autofocus': start.to.length === 0 || undefined,
          }
        : {})}
    />
  );

  return (
    <DialogAbove
      opened
      onClose={() => void close()}
      title={each ? `E-mail à ${each.length} client(s)` : 'Nouvel e-mail'}
      {...size}
      closeOnClickOutside={false}
      classNames={{ content, header: classes.header ?? '', body: classes.body ?? '' }}
    >
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          run();
        }}
      >
        <Stack className={classes.fields} gap="sm">
          {notice ? <Alert color="yellow">{notice}</Alert> : null}
          {senders.isError ? (
            <ReadFailure
              title="Les adresses d’expédition n’ont pas pu être lues"
              onRetry={() => void senders.refetch()}
            />
          ) : null}
          <Select
            label="De"
            required
            allowDeselect={false}
            disabled={senders.isPending}
            value={draft.from || null}
            data={(senders.data?.senders ?? []).map(({ address, name }) => ({
              value: address,
              label: `${name} <${address}>`,
            }))}
            error={faults.from}
            onChange={(value) => set({ from: value ?? '' })}
            description="Les réponses arriveront à cette adresse."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
          />
          {each ? (
            <div>
              <Text size="sm" fw={500}>
                À
              </Text>
              <Text size="sm" c="dimmed" lineClamp={3}>
                {each.map(({ name, to }) => `${name} (${to})`).join(', ')}
              </Text>
            </div>
          ) : (
            recipients('to', 'À', true)
          )}
          <div className={classes.pair}>{addresses.map(([name, label]) => recipients(name, label))}</div>
          <TextInput
            label="Objet"
            required
            maxLength={emailLimits.subject}
            // Focus the subject if the recipients are known.
            data-autofocus={start.to.length > 0 || undefined}
            value={draft.subject}
            error={faults.subject}
            onChange={(event) => set({ subject: event.currentTarget.value })}
          />
          <RichTextInput
            label="Message"
            path="message"
            value={draft.message}
            error={faults.message}
            onChange={(message) => set({ message })}
            onBlur={() => {}}
          />
          {draft.lockedAttachments.length > 0 ? (
            <section aria-label="Pièces jointes du document">
              <ul className={classes.locked}>
                {draft.lockedAttachments.map((file) => (
                  <li key={file.id}>
                    <IconLock size={16} aria-hidden />
                    <FileLink file={file} among={draft.lockedAttachments} />
                    <Text span size="sm" c="dimmed">
                      {formatSize(file.size)} · toujours jointe
                    </Text>
                  </li>
                ))}
              </ul>
            </section>
          ) : null}
          <FilesField
            field={attachmentsField}
            path="attachments"
            value={draft.attachments}
            faults={faults}
            change={(_path, value) => set({ attachments: value as Draft['attachments'] })}
            leave={() => {}}
          />
          {left.length > 0 ? (
            <Alert color="red" role="alert" title={`${left.length} email(s) n’ont pas pu être envoyé(s)`}>
              <ul className={classes.failed}>
                {left.map(({ name, to, problem: why }) => (
                  <li key={to}>
                    {name} ({to}) : {why}
                  </li>
                ))}
              </ul>
            </Alert>
          ) : null}
          {problem && Object.keys(faults).length === 0 ? (
            <Alert color="red" role="alert">
              {problem.message}
            </Alert>
          ) : null}
        </Stack>
        <Group className={classes.footer} justify="flex-end" gap="xs">
          {done !== null && each ? (
            <Progress flex={1} value={(100 * done) / each.length} aria-label={`${done} sur ${each.length} envoyés`} />
          ) : null}
          <Button variant="default" disabled={busy} onClick={() => void close()}>
            Annuler
          </Button>
          <Button
            type="submit"
            loading={busy}
            disabled={senders.isPending}
            leftSection={<IconSend size={16} aria-hidden />}
          >
            {left.length > 0 ? 'Renvoyer' : 'Envoyer'}
          </Button>
        </Group>
      </form>
    </DialogAbove>
  );
}
