// « Communication »: the way to what the platform tells the agencies (AB-003, AB-004).
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import { type ScreenProps, useMenus } from '#ui/shell/screen.ts';
import classes from './guides.module.css';

export default function Communication({ title, description }: ScreenProps): ReactElement {
  const items = useMenus().find(({ name }) => name === 'communication')?.items ?? [];
  return (
    <div className={classes.page}>
      <PageHeader title={title} description={description} />
      <ul className={classes.cards}>
        {items.map(({ name, path, label, description: purpose, icon: Icon }) => (
          <li key={name}>
            <Link to={path} className={classes.card}>
              <Icon size={20} stroke={1.6} aria-hidden />
              <div>
                <Text fw={600}>{label}</Text>
                <Text size="sm" c="dimmed">
                  {purpose}
                </Text>
              </div>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
