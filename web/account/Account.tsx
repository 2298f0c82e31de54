// « Mon compte »: identity, profiles, devices, and leaving everywhere.
import { Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, type ReactElement, useState } from 'react';
import { messages } from '#core/kernel/problem.ts';
import { useAct } from '#ui/client/act.ts';
import { saveUser, useSession } from '#ui/client/session.ts';
import { notifyInfo, notifySuccess } from '#ui/notify.ts';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { signOutEverywhere } from '#ui/shell/UserMenu.tsx';
import classes from './Account.module.css';
import { Devices } from './Devices.tsx';
import { FormProblem } from './FormProblem.tsx';

export default function Account({ title, description }: ScreenProps): ReactElement {
  const { user } = useSession();
  return (
    <div className={classes.page}>
      <PageHeader title={title} description={description} />
      <Identity />
      {user.userCompanies.length > 0 ? (
        <section className={classes.section} aria-labelledby="profiles">
          <Title order={2} id="profiles">
            Profils
          </Title>
          <ul className={classes.rows}>
            {user.userCompanies.map((own) => (
              <li key={own.id}>
                <Text fw={550}>{own.company.name}</Text>
                <Text size="sm" c="dimmed">
                  {[own.position, own.isOwner ? "Responsable de l'agence" : own.isCustomer ? 'Client' : null]
                    .filter(Boolean)
                    .join(' · ') || 'Collaborateur'}
                </Text>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <Devices />
      <section className={classes.section} aria-labelledby="leaving">
        <Title order={2} id="leaving">
          Connexions
        </Title>
        <Text size="sm" c="dimmed" mb="sm">
          Un doute sur un appareil perdu ou prêté ? Fermez toutes vos sessions : il faudra votre mot de passe pour
          revenir.
        </Text>
        <Button variant="default" onClick={() => void signOutEverywhere()}>
          Se déconnecter partout
        </Button>
      </section>
    </div>
  );
}

function Identity(): ReactElement {
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
    <section className={classes.section} aria-labelledby="identity">
      <Title order={2} id="identity">
        Identité
      </Title>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <FormProblem problem={placed ? null : save.problem} />
          <div className={classes.pair}>
            {input('firstname', 'Prénom', 'given-name')}
            {input('lastname', 'Nom', 'family-name')}
          </div>
          <TextInput
            label="Adresse e-mail"
            description="Elle sert à vous connecter."
            value={user.email}
            readOnly
            variant="filled"
          />
          <Button type="submit" loading={save.busy} className={classes.submit ?? ''}>
            Enregistrer
          </Button>
        </Stack>
      </form>
    </section>
  );
}
