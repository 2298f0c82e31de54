// « Parrainage » (AB-038): one mail to one agency, with a fixed text and a few words of one's own.
import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, type ReactElement, useState } from 'react';
import { longestReferral, mostReferrals, sendReferral } from '#core/guides/people-calls.ts';
import { Problem } from '#core/kernel/problem.ts';
import { useAct } from '#ui/client/act.ts';
import { actKey, call } from '#ui/client/call.ts';
import { tenant } from '#ui/client/tenant.ts';
import { FormProblem } from '#ui/credentials/FormProblem.tsx';
import { IconSend } from '#ui/icons.ts';
import { notifySuccess } from '#ui/notify.ts';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import classes from './guides.module.css';

export default function Referral({ title, description }: ScreenProps): ReactElement {
  const [email, setEmail] = useState('');
  const [message, setMessage] = useState('');
  const [key, setKey] = useState(actKey);
  const send = useAct(async () => {
    try {
      await call(sendReferral, { input: { email, message: message.trim() || null }, key });
    } catch (error) {
      if (error instanceof Problem) setKey(actKey());
      throw error;
    }
    setKey(actKey());
    setEmail('');
    setMessage('');
    notifySuccess('Recommandation envoyée');
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    send.run();
  };
  return (
    <div className={classes.page}>
      <PageHeader title={title} description={description} />
      <form noValidate onSubmit={submit} aria-label="Recommander">
        <Stack inert={send.busy}>
          <Text>
            Une consœur ou un confrère pourrait aimer {tenant().name} ? Nous lui écrivons une seule fois, en votre nom
            et avec vos mots. {mostReferrals} parrainages par jour au plus.
          </Text>
          <TextInput
            label="Adresse e-mail"
            type="email"
            required
            autoComplete="off"
            value={email}
            error={send.violation('email')}
            onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          />
          <Textarea
            label="Votre message"
            autosize
            minRows={4}
            maxLength={longestReferral}
            value={message}
            error={send.violation('message')}
            onChange={({ currentTarget }) => setMessage(currentTarget.value)}
          />
          <FormProblem problem={send.problem} />
          <Group justify="flex-end">
            <Button
              type="submit"
              loading={send.busy}
              disabled={email.trim() === ''}
              leftSection={<IconSend size={16} aria-hidden />}
            >
              Envoyer
            </Button>
          </Group>
        </Stack>
      </form>
    </div>
  );
}
