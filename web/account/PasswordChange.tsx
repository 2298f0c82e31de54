import { Button, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, type ReactElement, useState } from 'react';
import { messages } from '#core/kernel/problem.ts';
import { changePassword } from '#core/session/account.ts';
import { passwordFaults } from '#core/session/password.ts';
import { useAct } from '#ui/client/act.ts';
import { call } from '#ui/client/call.ts';
import { useSession } from '#ui/client/session.ts';
import { CodeInput } from '#ui/credentials/CodeInput.tsx';
import { CurrentPassword } from '#ui/credentials/CurrentPassword.tsx';
import { FormProblem } from '#ui/credentials/FormProblem.tsx';
import { notifySuccess } from '#ui/notify.ts';
import { ChosenPassword } from '../session/ChosenPassword.tsx';
import classes from './Account.module.css';
import { invalidateDevices } from './Devices.tsx';

export function PasswordChange(): ReactElement {
  const [changing, setChanging] = useState(false);
  return changing ? (
    <Form onDone={() => setChanging(false)} />
  ) : (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        En changer déconnecte vos autres appareils.
      </Text>
      <Button variant="default" className={classes.submit ?? ''} onClick={() => setChanging(true)}>
        Changer de mot de passe
      </Button>
    </Stack>
  );
}

function Form({ onDone }: { onDone(): void }): ReactElement {
  const { user } = useSession();
  const [current, setCurrent] = useState('');
  const [chosen, setChosen] = useState('');
  const [code, setCode] = useState('');
  const [asked, setAsked] = useState(false);
  const codeMissing = user.secondFactor && !code.trim();
  const act = useAct(async () => {
    await call(changePassword, { input: { current, password: chosen, ...(code ? { code } : {}) } });
    notifySuccess('Votre mot de passe est modifié ; vos autres appareils sont déconnectés');
    onDone();
    await invalidateDevices();
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (current && !codeMissing && passwordFaults(chosen, user.passwordLength).length === 0) act.run();
  };
  const placed = act.violation('current') ?? act.violation('password') ?? act.violation('code');
  return (
    <form onSubmit={submit} noValidate aria-label="Changer de mot de passe">
      <Stack gap="sm">
        <FormProblem problem={placed ? null : act.problem} />
        {/* Tells the browser's password manager whose password it is. */}
        <input type="email" name="username" autoComplete="username" value={user.email} readOnly hidden />
        <div className={classes.pair}>
          <CurrentPassword
            label="Mot de passe actuel"
            value={current}
            onChange={setCurrent}
            error={asked && !current ? messages.required : act.violation('current')}
            autoFocus
          />
          <ChosenPassword
            length={user.passwordLength}
            label="Nouveau mot de passe"
            value={chosen}
            onChange={setChosen}
            asked={asked}
            violation={act.violation('password')}
          />
        </div>
        {user.secondFactor ? (
          <CodeInput
            value={code}
            onChange={setCode}
            error={asked && codeMissing ? messages.required : act.violation('code')}
          />
        ) : null}
        <Group gap="xs">
          <Button type="submit" loading={act.busy}>
            Changer le mot de passe
          </Button>
          <Button variant="default" onClick={onDone}>
            Annuler
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
