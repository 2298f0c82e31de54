import { Button, TextInput } from '@mantine/core';
import { type FormEvent, type ReactElement, useState } from 'react';
import { messages } from '#core/kernel/problem.ts';
import { passwordFaults, shortestPassword } from '#core/session/password.ts';
import { createFirstAdmin } from '#core/session/session.ts';
import { useAct } from '#ui/client/act.ts';
import { call } from '#ui/client/call.ts';
import { enter } from '#ui/client/session.ts';
import { FormProblem } from '#ui/credentials/FormProblem.tsx';
import { ChosenPassword } from './ChosenPassword.tsx';
import { PublicFrame } from './PublicFrame.tsx';

const empty = { firstname: '', lastname: '', email: '' };
const inputs: readonly [name: keyof typeof empty, label: string, autoComplete: string][] = [
  ['firstname', 'Prénom', 'given-name'],
  ['lastname', 'Nom', 'family-name'],
  ['email', 'Adresse e-mail', 'username'],
];

/** Opened by the one-time link printed at the first start. */
export default function FirstAdmin({ token, onSignedIn }: { token: string; onSignedIn(): void }): ReactElement {
  const [who, setWho] = useState(empty);
  const [password, setPassword] = useState('');
  const [asked, setAsked] = useState(false);
  const act = useAct(async () => {
    enter(await call(createFirstAdmin, { params: { token }, input: { ...who, password } }));
    onSignedIn();
  });
  const complete = Object.values(who).every((value) => value.trim()) && passwordFaults(password).length === 0;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (complete) act.run();
  };
  const placed = [...inputs.map(([name]) => name), 'password'].some((name) => act.violation(name));
  return (
    <PublicFrame title="Premier compte" lead="Ce compte administre toute la plateforme.">
      <FormProblem problem={placed ? null : act.problem} />
      <form onSubmit={submit} noValidate style={{ display: 'grid', gap: '1rem' }}>
        {inputs.map(([name, label, autoComplete], index) => (
          <TextInput
            key={name}
            label={label}
            type={name === 'email' ? 'email' : 'text'}
            autoComplete={autoComplete}
            autoFocus={index === 0}
            value={who[name]}
            onChange={(event) => setWho({ ...who, [name]: event.currentTarget.value })}
            error={asked && !who[name].trim() ? messages.required : act.violation(name)}
          />
        ))}
        <ChosenPassword
          length={shortestPassword}
          label="Mot de passe"
          value={password}
          onChange={setPassword}
          asked={asked}
          violation={act.violation('password')}
        />
        <Button type="submit" fullWidth loading={act.busy}>
          Créer le compte
        </Button>
      </form>
    </PublicFrame>
  );
}
