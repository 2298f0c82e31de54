// The screens and actions of this session as choices.
import { useMantineColorScheme } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { actFor, choose, type Session, signOut, useSession } from '#ui/client/session.ts';
import { IconDeviceLaptop, IconLogout, IconPlus, IconUser, IconUserShield } from '#ui/icons.ts';
import { addLabel, type RecordScreen, recordPlace } from '#ui/shell/records.ts';
import { useMenus } from '#ui/shell/screen.ts';
import { type Scheme, schemes, signOutEverywhere } from '#ui/shell/UserMenu.tsx';
import type { Choice } from './choices.ts';
import { IconDeviceDesktop, IconMoon, IconSun, IconSwitchHorizontal } from './icons.ts';

const schemeIcons = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop };

export interface Offers {
  screens: readonly Choice[];
  actions: readonly Choice[];
}

export function useOffers(
  screens: ReadonlyMap<string, RecordScreen> | null,
  { onSwitch, onAgencies }: { onSwitch(): void; onAgencies(): void },
): Offers {
  const session = useSession();
  const menus = useMenus();
  const router = useRouter();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const go = useMemo(() => (place: { to: string; search?: object }) => () => router.navigate(place as never), [router]);
  const open = useMemo(
    (): Choice[] => [
      ...menus.flatMap(({ label, items }) =>
        items.map((item) => ({
          key: `screen:${item.name}`,
          label: item.label,
          detail: item.description,
          icon: item.icon,
          words: label,
          run: go({ to: item.path }),
        })),
      ),
      {
        key: 'screen:user',
        label: 'Mon compte',
        detail: 'Votre identité, votre sécurité, vos appareils et vos réglages.',
        icon: IconUser,
        words: 'mot de passe e-mail second facteur profil',
        run: go({ to: '/user' }),
      },
    ],
    [menus, go],
  );
  const adding = [...(screens?.values() ?? [])].flatMap(({ of, item }): Choice[] =>
    item.add
      ? [
          {
            key: `add:${of.name}`,
            label: addLabel(of),
            detail: null,
            icon: IconPlus,
            words: 'nouveau créer',
            run: go(recordPlace(item)),
          },
        ]
      : [],
  );
  const looks = schemes
    .filter(([value]) => value !== colorScheme)
    .map(
      ([value, label]): Choice => ({
        key: `scheme:${value}`,
        label: `Apparence : ${label.toLowerCase()}`,
        detail: null,
        icon: schemeIcons[value as Scheme],
        words: 'thème mode nuit jour dark',
        run: () => setColorScheme(value),
      }),
    );
  return { screens: open, actions: [...adding, ...switches(session, onSwitch, onAgencies), ...looks, ...leaving] };
}

/** Other profiles and agencies of this account. */
function switches({ flags, acting, user, profile }: Session, onSwitch: () => void, onAgencies: () => void): Choice[] {
  if (!flags.isSupport) {
    return user.userCompanies
      .filter(({ id }) => id !== profile?.id)
      .map((own) => ({
        key: `profile:${own.id}`,
        label: `Passer à ${own.company.name}`,
        detail: own.position ?? (own.isCustomer ? 'Client' : 'Collaborateur'),
        icon: IconSwitchHorizontal,
        words: 'changer de profil',
        run: () => {
          choose({ profileId: own.id });
          onSwitch();
        },
      }));
  }
  const change: Choice = {
    key: 'agencies',
    label: 'Changer d’agence',
    detail: null,
    icon: IconSwitchHorizontal,
    stays: true,
    run: onAgencies,
  };
  const back: Choice = {
    key: 'act-for-nobody',
    label: 'Revenir à mon compte',
    detail: `Vous agissez au nom de ${profile?.fullname ?? ''}`,
    icon: IconUserShield,
    run: async () => {
      await actFor(null);
      onSwitch();
    },
  };
  return acting ? [back, change] : [change];
}

const leaving: readonly Choice[] = [
  {
    key: 'sign-out',
    label: 'Se déconnecter',
    detail: null,
    icon: IconLogout,
    words: 'déconnexion quitter',
    run: () => signOut(),
  },
  {
    key: 'sign-out-everywhere',
    label: 'Se déconnecter partout',
    detail: null,
    icon: IconDeviceLaptop,
    words: 'déconnexion quitter',
    run: signOutEverywhere,
  },
];
