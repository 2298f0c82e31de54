// The sites of his services, network or not; all of the agency's for who may list them.
import type { ReactElement } from 'react';
import classes from '../field.module.css';
import { Page } from '../Page.tsx';
import { holds, type OfPage } from '../part.ts';

export default function Sites({ view }: OfPage): ReactElement {
  const sites = view.held.sites.toSorted((one, other) => one.name.localeCompare(other.name, 'fr'));
  return (
    <Page title="Sites">
      {sites.length === 0 ? <p>Les sites de vos services apparaissent ici dès qu’ils sont publiés.</p> : null}
      <ul className={classes.list}>
        {sites.map(({ id, name, address }) => (
          <li key={id}>
            <a className={classes.line} href={`#/terrain/site/${id}`}>
              <strong>{name}</strong>
              {address?.city ? <span className={classes.dim}>{address.city}</span> : null}
            </a>
          </li>
        ))}
      </ul>
      {holds(view, 'listSites') ? (
        <a className={classes.other} href="#/sites">
          Tous les sites de l’agence
        </a>
      ) : null}
    </Page>
  );
}
