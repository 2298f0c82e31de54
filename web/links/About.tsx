// « À propos »: the version and the provider (AG-011, AG-013).
import type { ReactElement } from 'react';
import { tenant } from '#ui/client/tenant.ts';
import { clientVersion } from '#ui/client/version.ts';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { Section } from '../account/Section.tsx';
import { LegalLinks } from '../tenant/LegalLinks.tsx';
import classes from './links.module.css';
import { Reach } from './Reach.tsx';

export default function About({ title, description }: ScreenProps): ReactElement {
  const { name, contact, legal } = tenant();
  return (
    <div className={classes.page}>
      <PageHeader title={title} description={description} />
      <Section title="Application">
        <dl className={classes.facts}>
          <dt>Nom</dt>
          <dd>{name}</dd>
          <dt>Version</dt>
          <dd>{clientVersion}</dd>
        </dl>
      </Section>
      <Section title="Contact">
        <Reach
          phones={contact.phone ? [contact.phone] : []}
          email={contact.email}
          none={`Aucun contact n’est renseigné pour ${name}.`}
        />
      </Section>
      {legal.length > 0 ? (
        <Section title="Textes légaux">
          <LegalLinks />
        </Section>
      ) : null}
    </div>
  );
}
