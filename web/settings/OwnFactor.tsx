// Before it is saved: an obligatory second factor also concerns the person who asks for it.
import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { valueAt } from '#core/kernel/entity.ts';
import { useSession } from '#ui/client/session.ts';
import type { BelowProps } from '#ui/EntityDialog/extras.ts';

export function OwnFactor({ values, change }: BelowProps): ReactNode {
  const { user, profile, flags } = useSession();
  const asked = valueAt(values, 'accounts.secondFactor');
  const isConcerned = profile !== null && (asked === 'EVERYONE' || (asked === 'STAFF' && flags.isStaff));
  if (!change || !isConcerned || user.secondFactor) return null;
  return (
    <Alert mt="md" color="orange" role="status">
      Vous ne l’avez pas activée vous-même : elle vous sera demandée à votre prochaine connexion, avant tout écran.
      Préparez une application d’authentification sur votre téléphone. Les services en cours et leurs alertes ne sont
      pas interrompus.
    </Alert>
  );
}
