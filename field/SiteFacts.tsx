// The address of a site, and its accesses.
import type { ReactElement } from 'react';
import classes from './field.module.css';
import type { FieldView } from './session.ts';

type Site = FieldView['held']['sites'][number];

export function Address({ address }: { address: NonNullable<Site['address']> }): ReactElement {
  const words = [address.street, [address.zipcode, address.city].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  const { location } = address;
  const query = location ? `${location.latitude},${location.longitude}` : '0,0';
  return (
    <div>
      <p>{words}</p>
      <a
        className={`${classes.quiet} ${classes.flush}`}
        href={`geo:${query}?q=${encodeURIComponent(location ? query : words)}`}
      >
        Itinéraire
      </a>
    </div>
  );
}

interface AccessLine {
  id: string;
  label?: string | null;
  code?: string | null;
  comment?: string | null;
}

export function Access({
  label,
  lines,
}: {
  label: string;
  lines: readonly AccessLine[] | null | undefined;
}): ReactElement | null {
  if (!lines || lines.length === 0) return null;
  return (
    <details className={classes.details}>
      <summary>{label}</summary>
      <ul className={classes.list}>
        {lines.map((one) => (
          <li key={one.id} className={classes.line}>
            <span>{one.label}</span>
            <strong>{one.code}</strong>
            {one.comment ? <span className={classes.dim}>{one.comment}</span> : null}
          </li>
        ))}
      </ul>
    </details>
  );
}

type Items = NonNullable<NonNullable<FieldView['held']['frame']>['items']>[string];

export function Items({ items = [] }: { items?: Items | undefined }): ReactElement | null {
  if (items.length === 0) return null;
  return (
    <details className={classes.details}>
      <summary>Matériel</summary>
      <ul className={classes.list}>
        {items.map(({ id, name, quantity, reference, expiry, comment }) => (
          <li key={id} className={classes.line}>
            <span>{name}</span>
            <strong>× {quantity}</strong>
            {[reference, expiry && `expire le ${expiry.split('-').toReversed().join('/')}`, comment]
              .filter((one) => one !== null && one !== '')
              .map((one) => (
                <span key={one} className={classes.dim}>
                  {one}
                </span>
              ))}
          </li>
        ))}
      </ul>
    </details>
  );
}
