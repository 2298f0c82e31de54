import { Alert, Anchor, Button, Loader } from '@mantine/core';
import { type FormEvent, type ReactElement, useEffect, useState } from 'react';
import { passwordFaults } from '#core/session/password.ts';
import { readResetLink, resetPassword } from '#core/session/session.ts';
import { useAct } from '#ui/client/act.ts';
import { call } from '#ui/client/call.ts';
import { FormProblem } from '#ui/credentials/FormProblem.tsx';
import { ChosenPassword } from './ChosenPassword.tsx';
import { PublicFrame } from './PublicFrame.tsx';

/** Opened by the link in the mail; a link that no longer works says so before anything is typed. */
export default function NewPassword({ token }: { token: string }): ReactElement {
  const [length, setLength] = useState<number | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const reading = useAct(async () => {
    setLength((await call(readResetLink, { params: { token } })).passwordLength);
  });
  useEffect(() => reading.run(), [reading.run]);
  return (
    <PublicFrame title="Nouveau mot de passe">
      <FormProblem problem={reading.problem} />
      {done ? (
        <Alert color="green" variant="light" p="sm" role="status">
          {done}
        </Alert>
      ) : null}
      {length === null && !reading.problem ? (
        <Loader size="sm" role="status" aria-label="Chargement" mx="auto" />
      ) : null}
      {length !== null && !done ? <Choice token={token} length={length} onDone={setDone} /> : null}
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

interface ChoiceProps {
  token: string;
  length: number;
  onDone(message: string): void;
}

function Choice({ token, length, onDone }: ChoiceProps): ReactElement {
  const [password, setPassword] = useState('');
  const [asked, setAsked] = useState(false);
  const act = useAct(async () => {
    onDone((await call(resetPassword, { params: { token }, input: { password } })).message);
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (passwordFaults(password, length).length === 0) act.run();
  };
  return (
    <form onSubmit={submit} noValidate style={{ display: 'grid', gap: '1rem' }}>
      <FormProblem problem={act.violation('password') ? null : act.problem} />
      <ChosenPassword
        label="Nouveau mot de passe"
        value={password}
        onChange={setPassword}
        length={length}
        asked={asked}
        violation={act.violation('password')}
        autoFocus
      />
      <Button type="submit" fullWidth loading={act.busy}>
        Enregistrer
      </Button>
    </form>
  );
}
