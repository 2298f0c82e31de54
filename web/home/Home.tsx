// The first screen: what this session can open, in one look.
import { Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useSession } from '#ui/client/session.ts';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import { useMenus } from '#ui/shell/screen.ts';
import classes from './Home.module.css';

export default function Home(): ReactElement {
  const { user, agency, flags } = useSession();
  const groups = useMenus()
    .map((group) => ({ ...group, items: group.items.filter(({ name }) => name !== 'home') }))
    .filter(({ items }) => items.length > 0);
  return (
    <>
      <PageHeader title={`Bonjour ${user.firstname}`} {...(agency ? { description: agency.name } : {})} />
      {groups.length === 0 ? (
        <Text c="dimmed" maw="36rem">
          {flags.isSupport && !agency
            ? 'Choisissez une agence en haut de la page pour voir ses écrans.'
            : 'Aucun écran ne vous est ouvert pour le moment. Votre compte et vos appareils se trouvent sous votre nom, en haut à droite.'}
        </Text>
      ) : null}
      <div className={classes.groups}>
        {groups.map((group) => (
          <section key={group.name} className={classes.group} aria-label={group.label}>
            {group.items.length > 1 ? <Title order={2}>{group.label}</Title> : null}
            <ul className={classes.items}>
              {group.items.map((item) => (
                <li key={item.name}>
                  <Link
                    to={item.path}
                    className={classes.item ?? ''}
                    onPointerEnter={item.preload}
                    onFocus={item.preload}
                  >
                    <item.icon size={20} stroke={1.5} aria-hidden className={classes.icon ?? ''} />
                    <span>
                      <span className={classes.label}>{item.label}</span>
                      <span className={classes.description}>{item.description}</span>
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}
