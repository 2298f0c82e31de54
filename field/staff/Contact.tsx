// « Contacter l'agence » (B-040), from the pack: it is needed where there is no network.
import type { ReactElement } from 'react';
import { telOf } from '#ui/tel.ts';
import classes from '../field.module.css';
import { Page } from '../Page.tsx';
import type { OfPage } from '../part.ts';

export default function Contact({ view }: OfPage): ReactElement {
  const agency = view.held.frame?.agency;
  return (
    <Page title="Contacter l’agence">
      {agency ? <p className={classes.place}>{agency.name}</p> : null}
      {agency?.phone ? (
        <a className={classes.main} href={telOf(agency.phone)}>
          Appeler · {agency.phone}
        </a>
      ) : (
        <p>Le numéro de votre agence n’est pas sur ce téléphone. Demandez-lui de le renseigner dans ses réglages.</p>
      )}
    </Page>
  );
}
