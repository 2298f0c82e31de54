import { Text } from '@mantine/core';
import { lazy, type ReactElement, Suspense } from 'react';
import { useSession } from '#ui/client/session.ts';

const Agencies = lazy(() => import('./Agencies.tsx').then((module) => ({ default: module.Agencies })));

/** Platform staff choose an agency; anyone else has a menu that is nearly empty. */
export function NoAgency(): ReactElement {
  const { flags } = useSession();
  if (flags.isSupport)
    return (
      <Suspense>
        <Agencies />
      </Suspense>
    );
  return (
    <Text c="dimmed" maw="36rem">
      Aucun écran ne vous est ouvert pour le moment. Votre compte et vos appareils se trouvent sous votre nom, en haut à
      droite.
    </Text>
  );
}
