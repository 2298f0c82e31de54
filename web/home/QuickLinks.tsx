// Every screen that this session opens, and how to add what it adds.
import { ActionIcon, Text, Title, Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useSession } from '#ui/client/session.ts';
import { IconPlus } from '#ui/icons.ts';
import { recordPlace } from '#ui/shell/records.ts';
import { type MenuItem, useMenus } from '#ui/shell/screen.ts';
import classes from './Home.module.css';

export function QuickLinks(): ReactElement | null {
  const { flags, agency } = useSession();
  const groups = useMenus()
    .map((group) => ({ ...group, items: group.items.filter(({ name }) => name !== 'home') }))
    .filter(({ items }) => items.length > 0);
  if (groups.length === 0) {
    if (flags.isCustomer || flags.isAgent) return null;
    return (
      <Text c="dimmed" maw="36rem">
        {flags.isSupport && !agency
          ? 'Choisissez une agence en haut de la page, ou par la recherche (Ctrl K), pour voir ses écrans.'
          : 'Aucun écran ne vous est ouvert pour le moment. Votre compte et vos appareils se trouvent sous votre nom, en haut à droite.'}
      </Text>
    );
  }
  return (
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
      {item.add && item.records ? (
        <Tooltip label="Ajouter">
          <ActionIcon
            component={Link}
            {...(recordPlace(item) as { to: string })}
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={`Ajouter : ${item.label}`}
          >
            <IconPlus size={18} />
          </ActionIcon>
        </Tooltip>
      ) : null}
    </>
  );
}
