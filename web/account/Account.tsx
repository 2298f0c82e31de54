// « Mon compte »: identity, sign-in, devices and display.
import { Button, Text } from '@mantine/core';
import type { ReactElement } from 'react';
import { useSession } from '#ui/client/session.ts';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { signOutEverywhere } from '#ui/shell/UserMenu.tsx';
import { CalendarFeed } from '../planning/handout/CalendarFeed.tsx';
import { OwnData } from '../privacy/OwnData.tsx';
import classes from './Account.module.css';
import { Devices } from './Devices.tsx';
import { Display } from './Display.tsx';
import { EmailChange } from './EmailChange.tsx';
import { Identity } from './Identity.tsx';
import { OwnRecord } from './OwnRecord.tsx';
import { OwnSummary } from './OwnSummary.tsx';
import { PasswordChange } from './PasswordChange.tsx';
import { SecondFactor } from './SecondFactor.tsx';
import { Section } from './Section.tsx';

export default function Account({ page, title, description }: ScreenProps): ReactElement {
  const session = useSession();
  const { user, profile } = session;
  return (
    <div className={classes.page}>
      <PageHeader title={title} description={description} />
      {profile && session.flags.isAgent ? (
        <Section title="Ma fiche">
          <OwnSummary />
        </Section>
      ) : null}
      <Section title="Identité">
        <Identity />
      </Section>
      {user.userCompanies.length > 0 ? (
        <Section title="Profils">
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
        </Section>
      ) : null}
      <OwnRecord page={page} />
      {profile && session.flags.isAgent && session.can(['readOwnPlanning']) ? (
        <Section title="Agenda">
          <CalendarFeed agent={profile.id} mount="agent" />
        </Section>
      ) : null}
      <Section title="Adresse e-mail">
        <EmailChange />
      </Section>
      <Section title="Mot de passe">
        <PasswordChange />
      </Section>
      <Section title="Validation en deux étapes">
        <SecondFactor />
      </Section>
      <Section title="Affichage">
        <Display />
      </Section>
      <Section title="Appareils">
        <Devices />
      </Section>
      <Section title="Mes données">
        <OwnData />
      </Section>
      <Section title="Connexions">
        <Text size="sm" c="dimmed" mb="sm">
          Un doute sur un appareil perdu ou prêté ? Fermez toutes vos sessions : il faudra votre mot de passe pour
          revenir.
        </Text>
        <Button variant="default" onClick={() => void signOutEverywhere()}>
          Se déconnecter partout
        </Button>
      </Section>
    </div>
  );
}
