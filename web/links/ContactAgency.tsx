// « Contacter l'agence »: one tap calls it (B-040).
import type { ReactElement } from 'react';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { AgencyReach } from './AgencyReach.tsx';
import classes from './links.module.css';

export default function ContactAgency({ title, description }: ScreenProps): ReactElement {
  return (
    <div className={classes.page}>
      <PageHeader title={title} description={description} />
      <AgencyReach />
    </div>
  );
}
