import { Button, Loader, PasswordInput, Text, TextInput } from '@mantine/core';
import { type FormEvent, type ReactElement, useEffect, useState } from 'react';
import type { Output } from '#core/kernel/endpoint.ts';
import { messages } from '#core/kernel/problem.ts';
import { passwordFaults } from '#core/session/password.ts';
import { acceptInvitation, readInvitation } from '#core/session/session.ts';
import { useAct } from '#ui/client/act.ts';
import { call } from '#ui/client/call.ts';
import { enter } from '#ui/client/session.ts';
import { CodeInput, wantsCode } from '#ui/credentials/CodeInput.tsx';
import { FormProblem } from '#ui/credentials/FormProblem.tsx';
import { ChosenPassword } from './ChosenPassword.tsx';
import { PublicFrame } from './PublicFrame.tsx';

interface Props {
  token: string;
  onSignedIn(): void;
}

type Invited = Output<typeof readInvitation>['invitation'];

export default function Invitation({ token, onSignedIn }: Props): ReactElement {
  const [invitation, setInvitation] = useState<Invited | null>(null);
  const reading = useAct(async () => {
    setInvitation((await call(readInvitation, { params: { token } })).invitation);
  });
  useEffect(() => reading.run(), [reading.run]);
  if (invitation) return <Accept token={token} invitation={invitation} onSignedIn={onSignedIn} />;
  return (
    <PublicFrame title="Invitation">
      {reading.problem ? (
        <>
          <FormProblem problem={reading.problem} />
          <Button variant="default" onClick={() => reading.run()} loading={reading.busy}>
            Réessayer
          </Button>
          <Button component="a" href="#/login" variant="subtle">
            Aller à la connexion
          </Button>
        </>
      ) : (
        <Loader size="sm" role="status" aria-label="Chargement" mx="auto" />
      )}
    </PublicFrame>
  );
}

function Accept({ token, invitation, onSignedIn }: Props & { invitation: Invited }): ReactElement {
  const [password, setPassword] = useState('');
  /** Null: no code was asked so far. */
  const [code, setCode] = useState<string | null>(null);
  const [asked, setAsked] = useState(false);
  const act = useAct(async () => {
    try {
      enter(await call(acceptInvitation, { params: { token }, input: { password, ...(code ? { code } : {}) } }));
      onSignedIn();
    } catch (error) {
      if (wantsCode(error)) {
        setAsked(false);
        setCode('');
      }
      if (!wantsCode(error) || code !== null) throw error;
    }
  });
  const complete = invitation.hasAccount
    ? password !== '' && code?.trim() !== ''
    : passwordFaults(password, invitation.passwordLength).length === 0;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (complete) act.run();
  };
  return (
    <PublicFrame
      title={`Bienvenue, ${invitation.fullname}`}
      lead={
        invitation.hasAccount
          ? `Vous avez déjà un compte : votre mot de passe y ajoute ${invitation.company}.`
          : `${invitation.company} vous invite à ouvrir votre compte. Choisissez votre mot de passe.`
      }
    >
      <FormProblem problem={act.violation('password') ? null : act.problem} />
      <form onSubmit={submit} noValidate style={{ display: 'grid', gap: '1rem' }}>
        <TextInput label="Adresse e-mail" value={invitation.email} autoComplete="username" readOnly variant="filled" />
        {invitation.hasAccount ? (
          <PasswordInput
            label="Mot de passe"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={asked && !password ? messages.required : act.violation('password')}
            visibilityToggleButtonProps={{ 'aria-label': 'Afficher ou masquer le mot de passe' }}
            autoFocus
          />
        ) : (
          <ChosenPassword
            length={invitation.passwordLength}
            label="Mot de passe"
            value={password}
            onChange={setPassword}
            asked={asked}
            violation={act.violation('password')}
            autoFocus
          />
        )}
        {code === null ? null : (
          <CodeInput
            value={code}
            onChange={setCode}
            error={asked && !code.trim() ? messages.required : null}
            autoFocus
          />
        )}
        <Button type="submit" fullWidth loading={act.busy}>
          {invitation.hasAccount ? 'Accepter' : 'Ouvrir mon compte'}
        </Button>
      </form>
      <Text size="xs" c="dimmed">
        Cette invitation ne sert qu’une fois.
      </Text>
    </PublicFrame>
  );
}
