// The agency's contact details, for its own people.
import { Button, Skeleton, Stack, Text } from '@mantine/core';
import type { ReactElement } from 'react';
import { readAgencyContact } from '#core/agencies/contact.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { Section } from '../account/Section.tsx';
import { knownContact } from './contact.ts';
import { Reach } from './Reach.tsx';

export function AgencyReach(): ReactElement {
  const session = useSession();
  const { data, error, isFetching, refetch } = useCall(readAgencyContact, { mount: session.scope });
  const contact = data?.contact ?? knownContact(session);
  if (error && !contact) {
    return (
      <Stack align="flex-start" role="alert">
        <Text>{error.message}</Text>
        <Button loading={isFetching} onClick={() => void refetch()}>
          Réessayer
        </Button>
      </Stack>
    );
  }
  if (!contact) return <Skeleton height={140} role="status" aria-label="Chargement" />;
  const { name, phone, email, address } = contact;
  const town = [address.zipcode, address.city].filter(Boolean).join(' ');
  return (
    <Section title={name}>
      <Reach
        phones={phone}
        email={email}
        address={[address.street, town].filter((line): line is string => Boolean(line))}
        none="Votre agence n’a pas encore renseigné ses coordonnées."
      />
    </Section>
  );
}
