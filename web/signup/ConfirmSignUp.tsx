// Opened by the link in the mail: the password, then the agency.
import { Anchor, Button, Loader, Text } from '@mantine/core';
import { type FormEvent, type ReactElement, useEffect, useState } from 'react';
import type { Output } from '#core/kernel/endpoint.ts';
import { Problem } from '#core/kernel/problem.ts';
import { passwordFaults } from '#core/session/password.ts';
import { confirmSignUp, readSignUpLink } from '#core/signup/signup.ts';
import { useAct } from '#ui/client/act.ts';
import { call } from '#ui/client/call.ts';
import { enter } from '#ui/client/session.ts';
import { FormProblem } from '#ui/credentials/FormProblem.tsx';
import { ChosenPassword } from '../session/ChosenPassword.tsx';
import { PublicFrame } from '../session/PublicFrame.tsx';
import classes from './signup.module.css';

type Pending = Output<typeof readSignUpLink>['signUp'];

interface Props {
  token: string;
  onSignedIn(): void;
}

export default function ConfirmSignUp({ token, onSignedIn }: Props): ReactElement {
  const [pending, setPending] = useState<Pending | null>(null);
  const reading = useAct(async () => setPending((await call(readSignUpLink, { params: { token } })).signUp));
  useEffect(() => reading.run(), [reading.run]);
  const isDone = reading.problem instanceof Problem && reading.problem.kind === 'conflict';
  return (
    <PublicFrame title="Ouvrir mon agence" lead={pending?.agencyName ?? null}>
      <FormProblem problem={reading.problem} />
      {pending ? (
        <Choice token={token} pending={pending} onSignedIn={onSignedIn} />
      ) : reading.problem ? null : (
        <Loader size="sm" role="status" aria-label="Chargement" mx="auto" />
      )}
      {isDone ? (
        <Button component="a" href="#/login" fullWidth>
          Se connecter
        </Button>
      ) : reading.problem ? (
        <Anchor href="#/inscription" size="sm" ta="center">
          Recommencer l’inscription
        </Anchor>
      ) : null}
    </PublicFrame>
  );
}

function Choice({ token, pending, onSignedIn }: Props & { pending: Pending }): ReactElement {
  const [password, setPassword] = useState('');
  const [asked, setAsked] = useState(false);
  const act = useAct(async () => {
    enter(await call(confirmSignUp, { params: { token }, input: { password } }));
    onSignedIn();
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (passwordFaults(password, pending.passwordLength).length === 0) act.run();
  };
  // Confirmed in another window meanwhile, or the company or the address became known.
  if (act.problem instanceof Problem && act.problem.kind === 'conflict')
    return (
      <>
        <FormProblem problem={act.problem} />
        <Button component="a" href="#/login" fullWidth>
          Se connecter
        </Button>
      </>
    );
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <FormProblem problem={act.violation('password') ? null : act.problem} />
      <Text size="sm">
        {pending.fullname}, votre adresse {pending.email} est confirmée. Choisissez votre mot de passe : votre agence
        s’ouvre aussitôt, et vous en êtes le responsable.
      </Text>
      {/* Password managers keep the address with it. */}
      <input type="hidden" name="username" autoComplete="username" value={pending.email} readOnly />
      <ChosenPassword
        label="Mot de passe"
        value={password}
        onChange={setPassword}
        length={pending.passwordLength}
        asked={asked}
        violation={act.violation('password')}
        autoFocus
      />
      <Button type="submit" fullWidth loading={act.busy}>
        Ouvrir mon agence
      </Button>
    </form>
  );
}
