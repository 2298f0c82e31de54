// Changes the sign-in address; a link sent to the new address confirms it.
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, type ReactElement, useState } from 'react';
import { messages } from '#core/kernel/problem.ts';
import { cancelEmail, requestEmail } from '#core/session/account.ts';
import { useAct } from '#ui/client/act.ts';
import { call } from '#ui/client/call.ts';
import { loadSession, useSession } from '#ui/client/session.ts';
import { CodeInput } from '#ui/credentials/CodeInput.tsx';
import { CurrentPassword } from '#ui/credentials/CurrentPassword.tsx';
import { FormProblem } from '#ui/credentials/FormProblem.tsx';
import { notifySuccess } from '#ui/notify.ts';
import classes from './Account.module.css';

export function EmailChange(): ReactElement {
  const { user } = useSession();
  const [changing, setChanging] = useState(false);
  return (
    <Stack gap="sm">
      <div>
        <Text fw={550}>{user.email}</Text>
        <Text size="sm" c="dimmed">
          Elle sert à vous connecter.
        </Text>
      </div>
      {user.pendingEmail ? <Pending email={user.pendingEmail} /> : null}
      {changing ? (
        <Form onDone={() => setChanging(false)} />
      ) : (
        <Button variant="default" className={classes.submit ?? ''} onClick={() => setChanging(true)}>
          Changer d’adresse
        </Button>
      )}
    </Stack>
  );
}

function Pending({ email }: { email: string }): ReactElement {
  const cancel = useAct(async () => {
    await call(cancelEmail);
    await loadSession();
    notifySuccess('Votre adresse reste inchangée');
  });
  return (
    <Alert color="blue" variant="light" p="sm" role="status">
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          En attente : ouvrez le lien envoyé à <strong>{email}</strong>.
        </Text>
        <Button size="compact-sm" variant="default" loading={cancel.busy} onClick={() => cancel.run()}>
          Renoncer
        </Button>
      </Group>
      <FormProblem problem={cancel.problem} />
    </Alert>
  );
}

function Form({ onDone }: { onDone(): void }): ReactElement {
  const { secondFactor } = useSession().user;
  const [typed, setTyped] = useState({ email: '', password: '', code: '' });
  const [asked, setAsked] = useState(false);
  const act = useAct(async () => {
    const { message } = await call(requestEmail, {
      input: {
        email: typed.email.trim(),
        password: typed.password,
        ...(typed.code ? { code: typed.code } : {}),
      },
    });
    notifySuccess(message);
    onDone();
    await loadSession();
  });
  const fault = (name: 'email' | 'password' | 'code'): string | null =>
    asked && !typed[name].trim() ? messages.required : act.violation(name);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (typed.email.trim() && typed.password && (!secondFactor || typed.code.trim())) act.run();
  };
  const placed = act.violation('email') ?? act.violation('password') ?? act.violation('code');
  return (
    <form onSubmit={submit} noValidate aria-label="Changer d’adresse e-mail">
      <Stack gap="sm">
        <FormProblem problem={placed ? null : act.problem} />
        <div className={classes.pair}>
          <TextInput
            label="Nouvelle adresse e-mail"
            type="email"
            inputMode="email"
            autoComplete="email"
            value={typed.email}
            onChange={(event) => setTyped({ ...typed, email: event.currentTarget.value })}
            error={fault('email')}
            autoFocus
          />
          <CurrentPassword
            value={typed.password}
            onChange={(password) => setTyped({ ...typed, password })}
            error={fault('password')}
          />
        </div>
        {secondFactor ? (
          <CodeInput value={typed.code} onChange={(code) => setTyped({ ...typed, code })} error={fault('code')} />
        ) : null}
        <Group gap="xs">
          <Button type="submit" loading={act.busy}>
            Envoyer le lien de confirmation
          </Button>
          <Button variant="default" onClick={onDone}>
            Annuler
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
