import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useSession } from '#ui/client/session.ts';
import { IconIdBadge2 } from '#ui/icons.ts';
import { ownRecordPlace } from '../account/OwnRecordItem.tsx';
import classes from './Home.module.css';

/** Link to the customer's own record. */
export function OwnRecordLink(): ReactElement {
  const { profile } = useSession();
  return (
    <section className={classes.panel} aria-label="Ma fiche">
      <ul className={classes.items}>
        <li className={classes.quick}>
          <Link {...(ownRecordPlace as unknown as { to: string })} className={classes.item ?? ''}>
            <IconIdBadge2 size={20} stroke={1.5} aria-hidden className={classes.icon ?? ''} />
            <span className={classes.words}>
              <span className={classes.label}>Ma fiche</span>
              <span className={classes.description}>
                Les coordonnées et les interlocuteurs de {profile?.company.name}.
              </span>
            </span>
          </Link>
        </li>
      </ul>
    </section>
  );
}
