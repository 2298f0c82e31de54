// The current agency; platform staff and users of several companies can change it.
import { Menu, Text, UnstyledButton } from '@mantine/core';
import { lazy, type ReactElement, Suspense } from 'react';
import { choose, useSession } from '#ui/client/session.ts';
import { IconCheck, IconSelector } from '#ui/icons.ts';
import classes from './Place.module.css';

const AgencySwitch = lazy(() => import('./AgencySwitch.tsx'));

/** `onChange`: the agency or profile changed; the screens reload. */
export function Place({ onChange }: { onChange(): void }): ReactElement {
  const { flags, agency, user, acting } = useSession();
  if (flags.isSupport) {
    return (
      <Suspense fallback={<Text className={classes.name ?? ''}>{agency?.name}</Text>}>
        <AgencySwitch onChange={onChange} />
      </Suspense>
    );
  }
  if (user.userCompanies.length > 1 && !acting) return <ProfileChoice onChange={onChange} />;
  return <Text className={classes.name ?? ''}>{agency?.name}</Text>;
}

function ProfileChoice({ onChange }: { onChange(): void }): ReactElement {
  const { user, profile } = useSession();
  return (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <UnstyledButton
          className={classes.target ?? ''}
          aria-label={`Profil : ${profile?.company.name}. Changer de profil`}
        >
          <span className={classes.name}>{profile?.company.name}</span>
          <IconSelector size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Vos profils</Menu.Label>
        {user.userCompanies.map((own) => (
          <Menu.Item
            key={own.id}
            rightSection={own.id === profile?.id ? <IconCheck size={14} aria-label="Profil actuel" /> : null}
            onClick={() => {
              choose({ profileId: own.id });
              onChange();
            }}
          >
            <Text size="sm">{own.company.name}</Text>
            <Text size="xs" c="dimmed">
              {own.position ?? (own.isCustomer ? 'Client' : 'Collaborateur')}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
