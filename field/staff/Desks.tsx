// « Encadrement »: the screens of the agency, each as its right says.
import type { ReactElement } from 'react';
import classes from '../field.module.css';
import { Page } from '../Page.tsx';
import type { OfPage } from '../part.ts';
import { desksOf } from './desks.ts';

export default function Desks({ view }: OfPage): ReactElement {
  const groups = desksOf(view);
  return (
    <Page title="Encadrement">
      {groups.length === 0 ? (
        <p>Vos droits n’ouvrent aucun écran de l’agence.</p>
      ) : (
        <p className={classes.dim}>Ces écrans montrent toute l’agence ; il leur faut du réseau.</p>
      )}
      {groups.map(({ label, desks }) => (
        <section key={label} aria-label={label}>
          <h2 className={classes.part}>{label}</h2>
          <ul className={classes.list}>
            {desks.map((desk) => (
              <li key={desk.to}>
                <a className={classes.line} href={`#${desk.to}`}>
                  {desk.label}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Page>
  );
}
