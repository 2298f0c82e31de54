// Who is signed in, how the screens look, and the way out.
import { Menu, SegmentedControl, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { signOut, useSession } from '../client/session.ts';
import { confirm } from '../confirm.tsx';
import {
  IconChevronDown,
  IconDeviceDesktop,
  IconDeviceLaptop,
  IconLogout,
  IconMoon,
  IconSun,
  IconUser,
} from '../icons.ts';
import { notifyProblem } from '../notify.ts';
import classes from './UserMenu.module.css';

const schemes: readonly [value: 'light' | 'auto' | 'dark', label: string, icon: ReactNode][] = [
  ['light', 'Clair', <IconSun key="light" size={15} aria-hidden />],
  ['auto', 'Système', <IconDeviceDesktop key="auto" size={15} aria-hidden />],
  ['dark', 'Sombre', <IconMoon key="dark" size={15} aria-hidden />],
];

const initials = (firstname: string, lastname: string): string =>
  `${firstname[0] ?? ''}${lastname[0] ?? ''}`.toUpperCase();

export async function signOutEverywhere(): Promise<void> {
  const sure = await confirm({
    title: 'Se déconnecter partout',
    message: 'Vous serez déconnecté de tous vos appareils, celui-ci compris.',
    confirmLabel: 'Se déconnecter partout',
  });
  if (sure) await signOut(true).catch(notifyProblem);
}

export function UserMenu(): ReactElement {
  const { user } = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const name = `${user.firstname} ${user.lastname}`;
  return (
    <Menu position="bottom-end" width={270} withinPortal>
      <Menu.Target>
        <UnstyledButton className={classes.target ?? ''} aria-label={`Menu de ${name}`}>
          <span className={classes.avatar} aria-hidden>
            {initials(user.firstname, user.lastname)}
          </span>
          <span className={classes.name}>{name}</span>
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <Text size="sm" fw={600}>
            {name}
          </Text>
          <Text size="xs" c="dimmed" className={classes.email ?? ''}>
            {user.email}
          </Text>
        </div>
        <Menu.Divider />
        <Menu.Item leftSection={<IconUser size={16} />} component={Link} to="/user">
          Mon compte
        </Menu.Item>
        <div className={classes.scheme}>
          <SegmentedControl
            size="xs"
            fullWidth
            aria-label="Apparence"
            value={colorScheme}
            onChange={(value) => setColorScheme(value as 'light' | 'auto' | 'dark')}
            data={schemes.map(([value, label, icon]) => ({
              value,
              label: (
                <span className={classes.schemeLabel}>
                  {icon}
                  {label}
                </span>
              ),
            }))}
          />
        </div>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void signOut(false)}>
          Se déconnecter
        </Menu.Item>
        <Menu.Item leftSection={<IconDeviceLaptop size={16} />} onClick={() => void signOutEverywhere()}>
          Se déconnecter partout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
