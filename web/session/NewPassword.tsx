import { Alert, Anchor, Button } from '@mantine/core';
import { type FormEvent, type ReactElement, useState } from 'react';
import { passwordFaults } from '#core/session/password.ts';
import { resetPassword } from '#core/session/session.ts';
import { useAct } from '#ui/client/act.ts';
import { call } from '#ui/client/call.ts';
import { ChosenPassword } from './ChosenPassword.tsx';
import { FormProblem } from './FormProblem.tsx';
import { PublicFrame } from './PublicFrame.tsx';

/** Opened by the link in the mail. */
export default function NewPassword({ token }: { token: string }): ReactElement {
  const [password, setPassword] = useState('');
  const [asked, setAsked] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  const act = useAct(async () => {
    setDone((await call(resetPassword, { params: { token }, input: { password } })).message);
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (passwordFaults(password).length === 0) act.run();
  };
  return (
    <PublicFrame title="Nouveau mot de passe">
      <FormProblem problem={act.violation('password') ? null : act.problem} />
      {done ? (
        <Alert color="green" variant="light" p="sm" role="status">
          {done}
        </Alert>
      ) : (
        <form onSubmit={submit} noValidate style={{ display: 'grid', gap: '1rem' }}>
          <ChosenPassword
            label="Nouveau mot de passe"
            value={password}
            onChange={setPassword}
            asked={asked}
            violation={act.violation('password')}
            autoFocus
          />
          <Button type="submit" fullWidth loading={act.busy}>
            Enregistrer
          </Button>
        </form>
      )}
      {done ? (
        <Button component="a" href="#/login" fullWidth>
          Se connecter
        </Button>
      ) : (
        <Anchor href="#/mot-de-passe" size="sm" ta="center">
          Demander un nouvel e-mail
        </Anchor>
      )}
    </PublicFrame>
  );
}
