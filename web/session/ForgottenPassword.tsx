import { Alert, Anchor, Button, TextInput } from '@mantine/core';
import { type FormEvent, type ReactElement, useState } from 'react';
import { messages } from '#core/kernel/problem.ts';
import { forgotPassword } from '#core/session/session.ts';
import { useAct } from '#ui/client/act.ts';
import { call } from '#ui/client/call.ts';
import { FormProblem } from '#ui/credentials/FormProblem.tsx';
import { PublicFrame } from './PublicFrame.tsx';

export default function ForgottenPassword(): ReactElement {
  const [email, setEmail] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [sent, setSent] = useState<string | null>(null);
  const act = useAct(async () => {
    setSent((await call(forgotPassword, { input: { email: email.trim() } })).message);
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setFault(email.trim() ? null : messages.required);
    if (email.trim()) act.run();
  };
  return (
    <PublicFrame
      title="Mot de passe oublié"
      lead="Indiquez votre adresse : un e-mail vous permettra d’en choisir un nouveau."
    >
      <FormProblem problem={act.violation('email') ? null : act.problem} />
      {sent ? (
        <Alert color="green" variant="light" p="sm" role="status">
          {sent}
        </Alert>
      ) : (
        <form onSubmit={submit} noValidate style={{ display: 'grid', gap: '1rem' }}>
          <TextInput
            label="Adresse e-mail"
            type="email"
            autoComplete="username"
            inputMode="email"
            autoFocus
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={fault ?? act.violation('email')}
            required
            withAsterisk={false}
          />
          <Button type="submit" fullWidth loading={act.busy}>
            Recevoir l’e-mail
          </Button>
        </form>
      )}
      <Anchor href="#/login" size="sm" ta="center">
        Retour à la connexion
      </Anchor>
    </PublicFrame>
  );
}
