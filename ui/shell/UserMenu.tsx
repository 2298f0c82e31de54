// Menu of the signed-in user: account, colour scheme, sign-out.
import { Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { PropsWithChildren, ReactElement } from 'react';
import { mayDropDrafts, signOut, useSession } from '../client/session.ts';
import { confirm } from '../confirm.tsx';
import { IconChevronDown, IconDeviceLaptop, IconLogout, IconUser } from '../icons.ts';
import classes from './UserMenu.module.css';

export type Scheme = 'light' | 'auto' | 'dark';

export const schemes: readonly [value: Scheme, label: string][] = [
  ['light', 'Clair'],
  ['dark', 'Sombre'],
  ['auto', 'Comme le système'],
];

export async function signOutEverywhere(): Promise<void> {
  if (!(await mayDropDrafts())) return;
  await confirm({
    title: 'Se déconnecter partout',
    message: 'Vous serez déconnecté de tous vos appareils, celui-ci compris. Saisissez votre mot de passe.',
    confirmLabel: 'Se déconnecter partout',
    prove: signOut,
  });
}

/** `children`: further entries below « Mon compte ». */
export function UserMenu({ children }: PropsWithChildren): ReactElement {
  const { user } = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const name = `${user.firstname} ${user.lastname}`;
  return (
    <Menu position="bottom-end" width={250} withinPortal={false} zIndex={300}>
      <Menu.Target>
        <UnstyledButton className={classes.target ?? ''} aria-label={`${name}, menu du compte`}>
          <span
            className={classes.avatar}
            data-initials={`${user.firstname[0] ?? ''}${user.lastname[0] ?? ''}`.toUpperCase()}
          />
          <span className={classes.name}>{name}</span>
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className={classes.email ?? ''}>{user.email}</Menu.Label>
        <Menu.Item leftSection={<IconUser size={16} aria-hidden />} component={Link} to="/user">
          Mon compte
        </Menu.Item>
        {children}
        <Menu.Divider />
        <Menu.Label>Apparence</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as Scheme)}>
          {schemes.map(([value, label]) => (
            <Menu.RadioItem key={value} value={value} closeMenuOnClick={false}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void signOut()}>
          Se déconnecter
        </Menu.Item>
        <Menu.Item leftSection={<IconDeviceLaptop size={16} aria-hidden />} onClick={() => void signOutEverywhere()}>
          Se déconnecter partout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
