// A customer's own record: reads it, and edits the fields he may change (H-009, « Ma fiche »).
import { Button, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Customer } from '#core/customers/customer.ts';
import { loadSession, useSession } from '#ui/client/session.ts';
import { EntityDialog } from '#ui/EntityDialog/index.tsx';
import { may } from '#ui/may.ts';
import { customerExtras } from '../rights/customerExtras.ts';
import { Section } from './Section.tsx';

export function OwnRecord({ page }: { page: string }): ReactElement | null {
  const session = useSession();
  const go = useNavigate();
  const opened = 'fiche' in (useSearch({ strict: false }) as Record<string, unknown>);
  const { profile, flags } = session;
  if (!profile || !flags.isCustomer) return null;
  const show = (search: object): void => void go({ to: '.', search: search as never });
  const close = (): void => {
    show({});
    // The frame shows its name.
    loadSession().catch(() => undefined);
  };
  return (
    <Section title="Ma fiche">
      <Text size="sm" c="dimmed" mb="sm">
        {may(session, Customer, 'edit')
          ? `Les coordonnées, les interlocuteurs et les documents de ${profile.company.name}, tels que votre agence les connaît. Vous pouvez les tenir à jour.`
          : `Les coordonnées, les interlocuteurs et les documents de ${profile.company.name}, tels que votre agence les connaît.`}
      </Text>
      <Button variant="default" onClick={() => show({ fiche: 1 })}>
        Ouvrir ma fiche
      </Button>
      {opened ? (
        <EntityDialog of={Customer} id={profile.company.id} page={page} extras={customerExtras} onClose={close} />
      ) : null}
    </Section>
  );
}
