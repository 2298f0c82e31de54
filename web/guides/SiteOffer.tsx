// « Offre site internet » (B-063): what it is, and whom to ask. Nothing of it is sold here.
import { List, Text } from '@mantine/core';
import type { ReactElement } from 'react';
import { tenant } from '#ui/client/tenant.ts';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { Section } from '../account/Section.tsx';
import { Reach } from '../links/Reach.tsx';
import classes from './guides.module.css';

export default function SiteOffer({ title, description }: ScreenProps): ReactElement {
  const { name, contact } = tenant();
  return (
    <div className={classes.page}>
      <PageHeader title={title} description={description} />
      <Section title="Un site à votre image">
        <Text>{name} peut créer et tenir à jour le site internet de votre agence :</Text>
        <List mt="xs" spacing={4}>
          <List.Item>vos prestations, vos secteurs et vos références ;</List.Item>
          <List.Item>les mentions que la loi demande à une entreprise de sécurité privée ;</List.Item>
          <List.Item>un formulaire pour être contacté, et vos offres d’emploi.</List.Item>
        </List>
      </Section>
      <Section title="En parler avec nous">
        <Reach
          phones={contact.phone ? [contact.phone] : []}
          email={contact.email}
          none={`Aucun contact n’est renseigné pour ${name}.`}
        />
      </Section>
    </div>
  );
}
