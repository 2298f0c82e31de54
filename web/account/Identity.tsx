import { Button, Stack, TextInput } from '@mantine/core';
import { type FormEvent, type ReactElement, useState } from 'react';
import { messages } from '#core/kernel/problem.ts';
import { useAct } from '#ui/client/act.ts';
import { saveUser, useSession } from '#ui/client/session.ts';
import { FormProblem } from '#ui/credentials/FormProblem.tsx';
import { notifyInfo, notifySuccess } from '#ui/notify.ts';
import classes from './Account.module.css';
import { OwnPicture } from './OwnPicture.tsx';

export function Identity(): ReactElement {
  const { user } = useSession();
  const [names, setNames] = useState({ firstname: user.firstname, lastname: user.lastname });
  const [asked, setAsked] = useState(false);
  const save = useAct(async () => {
    await saveUser({ firstname: names.firstname.trim(), lastname: names.lastname.trim() });
    setAsked(false);
    notifySuccess('Votre compte est enregistré');
  });
  const changed = names.firstname.trim() !== user.firstname || names.lastname.trim() !== user.lastname;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (!changed) notifyInfo(messages.nothingToSave);
    else if (names.firstname.trim() && names.lastname.trim()) save.run();
  };
  const input = (name: 'firstname' | 'lastname', label: string, autoComplete: string): ReactElement => (
    <TextInput
      label={label}
      autoComplete={autoComplete}
      value={names[name]}
      onChange={(event) => setNames({ ...names, [name]: event.currentTarget.value })}
      error={asked && !names[name].trim() ? messages.required : save.violation(name)}
    />
  );
  const placed = save.violation('firstname') ?? save.violation('lastname');
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <OwnPicture />
        <FormProblem problem={placed ? null : save.problem} />
        <div className={classes.pair}>
          {input('firstname', 'Prénom', 'given-name')}
          {input('lastname', 'Nom', 'family-name')}
        </div>
        <Button type="submit" loading={save.busy} className={classes.submit ?? ''}>
          Enregistrer
        </Button>
      </Stack>
    </form>
  );
}
