// The directory without a network (F-056): the people of the last pack.
import { type ReactElement, useState } from 'react';
import { plain } from '#core/kernel/plain.ts';
import { telOf } from '#ui/tel.ts';
import classes from '../field.module.css';
import { Page } from '../Page.tsx';
import type { OfPage } from '../part.ts';

export default function Directory({ view }: OfPage): ReactElement {
  const [typed, setTyped] = useState('');
  const { people } = view.held;
  const found = people
    .filter(({ name, position }) => plain(`${name} ${position ?? ''}`).includes(plain(typed.trim())))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'fr'));
  return (
    <Page title="Annuaire">
      {people.length === 0 ? (
        <p>L’annuaire n’est pas encore sur ce téléphone. Il arrive avec la prochaine connexion.</p>
      ) : (
        <>
          <label className={classes.field}>
            Rechercher
            <input type="search" value={typed} onChange={(event) => setTyped(event.currentTarget.value)} />
          </label>
          {found.length === 0 ? <p role="status">Personne ne correspond à cette recherche.</p> : null}
          <ul className={classes.list}>
            {found.map(({ id, name, position, phones }) => (
              <li key={id} className={classes.line}>
                <strong>{name}</strong>
                {position ? <span className={classes.dim}>{position}</span> : null}
                {phones.map((phone) => (
                  <a
                    key={phone}
                    className={classes.quiet}
                    href={telOf(phone)}
                    aria-label={`Appeler ${name} au ${phone}`}
                  >
                    {phone}
                  </a>
                ))}
              </li>
            ))}
          </ul>
        </>
      )}
    </Page>
  );
}
