// Links to the other screens of this session.
import { Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useSession } from '#ui/client/session.ts';
import { type MenuItem, useMenus } from '#ui/shell/screen.ts';
import { AddLink } from './AddLink.tsx';
import classes from './Home.module.css';

/** `shown`: names of the screens already shown above. */
export function QuickLinks({ shown }: { shown: ReadonlySet<string> }): ReactElement {
  const { flags, agency } = useSession();
  const groups = useMenus()
    .map((group) => ({ ...group, items: group.items.filter(({ name }) => name !== 'home' && !shown.has(name)) }))
    .filter(({ items }) => items.length > 0);
  // The group « links » is for everybody and does not count.
  const working = groups.some(({ name }) => name !== 'links');
  const alone = !working && !flags.isCustomer && !flags.isAgent && shown.size === 0;
  return (
    <>
      {alone ? (
        <Text c="dimmed" maw="36rem">
          {flags.isSupport && !agency
            ? 'Choisissez une agence en haut de la page, ou par la recherche (Ctrl K), pour voir ses écrans.'
            : 'Aucun écran ne vous est ouvert pour le moment. Votre compte et vos appareils se trouvent sous votre nom, en haut à droite.'}
        </Text>
      ) : null}
      {groups.length > 0 ? (
        <section aria-labelledby="quick-links">
          <Title order={2} id="quick-links" className={classes.heading ?? ''}>
            Accès rapides
          </Title>
          <div className={classes.groups}>
            {groups.map((group) => (
              <section key={group.name} className={classes.panel} aria-label={group.label}>
                {group.items.length > 1 ? <h3>{group.label}</h3> : null}
                <ul className={classes.items}>
                  {group.items.map((item) => (
                    <li key={item.name} className={classes.quick}>
                      <Quick item={item} />
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
        </section>
      ) : null}
    </>
  );
}

function Quick({ item }: { item: MenuItem }): ReactElement {
  return (
    <>
      <Link to={item.path} className={classes.item ?? ''} onPointerEnter={item.preload} onFocus={item.preload}>
        <item.icon size={20} stroke={1.5} aria-hidden className={classes.icon ?? ''} />
        <span className={classes.words}>
          <span className={classes.label}>{item.label}</span>
          <span className={classes.description}>{item.description}</span>
        </span>
      </Link>
      <AddLink item={item} />
    </>
  );
}
