// « Proposer une amélioration » (AB-037), from the help of any screen.
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { giveFeedback, longestFeedback } from '#core/guides/people-calls.ts';
import { Problem } from '#core/kernel/problem.ts';
import { useAct } from '#ui/client/act.ts';
import { actKey, call } from '#ui/client/call.ts';
import { FormProblem } from '#ui/credentials/FormProblem.tsx';
import { dropDraft, keepDraft, readDraft } from '#ui/drafts.ts';
import { notifySuccess } from '#ui/notify.ts';

const draft = 'guides.feedback';

interface Props {
  /** The name of the screen's route. */
  page: string | null;
  onDone(): void;
}

export default function FeedbackForm({ page, onDone }: Props): ReactElement {
  const [message, setMessage] = useState(() => readDraft<string>(draft) ?? '');
  const [key, setKey] = useState(actKey);
  const send = useAct(async () => {
    try {
      await call(giveFeedback, { input: { message, page }, key });
    } catch (error) {
      if (error instanceof Problem) setKey(actKey());
      throw error;
    }
    dropDraft(draft);
    notifySuccess('Merci, votre demande est transmise');
    onDone();
  });
  return (
    <Stack gap="xs" inert={send.busy}>
      <Textarea
        label="Votre proposition"
        required
        autosize
        minRows={3}
        maxLength={longestFeedback}
        value={message}
        error={send.violation('message')}
        onChange={({ currentTarget }) => {
          setMessage(currentTarget.value);
          keepDraft(draft, currentTarget.value);
        }}
      />
      <Text size="xs" c="dimmed">
        Lue par l’éditeur de l’application, avec votre nom et votre agence. N’y mettez rien de confidentiel.
      </Text>
      <FormProblem problem={send.problem} />
      <Group>
        <Button size="compact-md" loading={send.busy} disabled={message.trim() === ''} onClick={() => send.run()}>
          Envoyer
        </Button>
        <Button size="compact-md" variant="default" onClick={onDone}>
          Annuler
        </Button>
      </Group>
    </Stack>
  );
}
