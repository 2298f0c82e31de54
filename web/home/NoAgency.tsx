import { Text } from '@mantine/core';
import type { ReactElement } from 'react';
import { useSession } from '#ui/client/session.ts';

/** A user whose menu is nearly empty. */
export function NoAgency(): ReactElement {
  const { flags } = useSession();
  return (
    <Text c="dimmed" maw="36rem">
      {flags.isSupport
        ? 'Choisissez une agence en haut de la page, ou par la recherche (Ctrl K), pour voir ses écrans.'
        : 'Aucun écran ne vous est ouvert pour le moment. Votre compte et vos appareils se trouvent sous votre nom, en haut à droite.'}
    </Text>
  );
}
