// The dialog of every `confirm` question.
import { Alert, Button, FileInput, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, type ReactElement, useRef, useState } from 'react';
import { messages } from '#core/kernel/problem.ts';
import { useAct } from './client/act.ts';
import { sessionStore } from './client/session-state.ts';
import { useStore } from './client/store.ts';
import { asked, type Question } from './confirm.tsx';
import { CodeInput } from './credentials/CodeInput.tsx';
import { CurrentPassword } from './credentials/CurrentPassword.tsx';
import { FormProblem } from './credentials/FormProblem.tsx';
import { RemedyLine, remedyOf } from './Remedy.tsx';

type Asked = Question & { answer(yes: boolean): void };

// Escape answers this question only: a dialog below must not receive it.
const own = { 'data-mantine-stop-propagation': true };

/** Rendered once, by the frame. */
export function ConfirmHost(): ReactElement {
  const question = useStore(asked);
  // Keep the text while the dialog fades out.
  const [shown, setShown] = useState(question);
  if (question && question !== shown) setShown(question);
  // What is being done is not refused any more: its failure would be shown to nobody.
  const acting = useRef<Asked | null>(null);
  const during: During = async (work) => {
    acting.current = question;
    try {
      await work();
    } finally {
      acting.current = null;
    }
  };
  const refuse = (): void => {
    if (acting.current !== question) question?.answer(false);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') refuse();
  };
  return (
    <Modal
      opened={question !== null}
      onClose={refuse}
      onKeyDown={onKeyDown}
      // A listener on the window would receive the same Escape that opened the question.
      closeOnEscape={false}
      title={shown?.title}
      centered
      size="md"
      zIndex={400}
      withCloseButton={shown?.cancelLabel !== null}
      closeButtonProps={{ 'aria-label': 'Fermer', ...own }}
    >
      <Text style={{ whiteSpace: 'pre-line' }}>{shown?.message}</Text>
      {shown?.prove ? (
        <ProofForm key={shown.title} asked={shown} during={during} />
      ) : (
        shown && <Answers key={shown.title} asked={shown} during={during} />
      )}
    </Modal>
  );
}

type During = (work: () => Promise<void>) => Promise<void>;

interface AnswersProps {
  asked: Asked;
  during: During;
}

function Answers({
  asked: { act, asks, joins, answer, confirmLabel, cancelLabel, danger },
  during,
}: AnswersProps): ReactElement {
  const [typed, setTyped] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const { run, busy, problem } = useAct(async () => {
    await during(async () => act?.(typed.trim(), file));
    answer(true);
  });
  return (
    <>
      {asks && (
        <Textarea
          mt="md"
          size="md"
          autosize
          minRows={2}
          label={asks.label}
          maxLength={asks.max}
          readOnly={busy}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {joins && (
        <FileInput
          mt="md"
          size="md"
          label={joins.label}
          accept={joins.accept}
          placeholder="Choisir un fichier"
          clearable
          clearButtonProps={{ 'aria-label': 'Retirer le fichier' }}
          disabled={busy}
          value={file}
          onChange={setFile}
        />
      )}
      {problem && (
        <Alert color="red" variant="light" p="sm" mt="md">
          Non enregistré : {problem.message}
          <div>
            <RemedyLine of={remedyOf(problem)} />
          </div>
        </Alert>
      )}
      <Group justify="flex-end" mt="lg" gap="xs">
        {cancelLabel === null ? null : (
          <Button
            variant="default"
            disabled={busy}
            onClick={() => answer(false)}
            data-autofocus={danger ? true : undefined}
            {...own}
          >
            {cancelLabel ?? 'Annuler'}
          </Button>
        )}
        <Button
          {...(danger ? { color: 'red' } : {})}
          loading={busy}
          onClick={act ? run : () => answer(true)}
          data-autofocus={danger ? undefined : true}
          {...own}
        >
          {problem ? 'Réessayer' : confirmLabel}
        </Button>
      </Group>
    </>
  );
}

/** The password, and the code of an account with a second factor, in case somebody else uses the session. */
function ProofForm({ asked: { prove, answer, confirmLabel, danger }, during }: AnswersProps): ReactElement {
  const asksCode = sessionStore.get()?.user.secondFactor ?? false;
  const [{ password, code }, setTyped] = useState({ password: '', code: '' });
  const [tried, setTried] = useState(false);
  const act = useAct(async () => {
    await during(async () => prove?.({ password, ...(asksCode ? { code } : {}) }));
    answer(true);
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    setTried(true);
    if (password && (!asksCode || code.trim())) act.run();
  };
  const fault = (name: 'password' | 'code', typed: string): string | null =>
    tried && !typed.trim() ? messages.required : act.violation(name);
  const placed = act.violation('password') ?? (asksCode ? act.violation('code') : null);
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" mt="md">
        <FormProblem problem={placed ? null : act.problem} />
        <CurrentPassword
          value={password}
          onChange={(typed) => setTyped({ password: typed, code })}
          error={fault('password', password)}
          autoFocus
        />
        {asksCode ? (
          <CodeInput
            value={code}
            onChange={(typed) => setTyped({ password, code: typed })}
            error={fault('code', code)}
            own={own}
          />
        ) : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={act.busy} onClick={() => answer(false)} {...own}>
            Annuler
          </Button>
          <Button type="submit" loading={act.busy} {...(danger ? { color: 'red' } : {})} {...own}>
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
