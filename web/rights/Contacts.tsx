// A customer's contacts and their rights.
import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { Customer } from '#core/customers/customer.ts';
import type { Row } from '#core/kernel/entity.ts';
import { endpointsOf } from '#ui/client/call.ts';
import { invalidateEntity, useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import { formatMoment } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import type { AnyRow } from '#ui/moves.ts';
import classes from './Contacts.module.css';
import { RightsEditor } from './RightsEditor.tsx';

const PersonalData = lazy(() => import('../privacy/PersonalData.tsx'));

type Contact = Row<typeof Customer>['userCompanies'][number];

const nameOf = ({ firstname, lastname }: Contact): string => `${firstname} ${lastname}`;

export function Contacts({ customer, onClose }: { customer: AnyRow | null; onClose(): void }): ReactElement {
  const [edited, setEdited] = useState<Contact | null>(null);
  const [about, setAbout] = useState<Contact | null>(null);
  return (
    <>
      <DialogAbove
        opened={customer !== null && edited === null && about === null}
        onClose={onClose}
        title={`Accès des interlocuteurs — ${customer?.name ?? ''}`}
        centered
        size="lg"
      >
        {customer ? <List id={customer.id} onEdit={setEdited} onAbout={setAbout} /> : null}
      </DialogAbove>
      <RightsEditor id={edited?.id ?? null} name={edited ? nameOf(edited) : ''} onClose={() => setEdited(null)} />
      <Suspense>
        {about && (
          <PersonalData
            person={{ kind: 'contact', id: about.id, name: nameOf(about) }}
            onClose={() => setAbout(null)}
            onErased={() => void invalidateEntity(Customer)}
          />
        )}
      </Suspense>
    </>
  );
}

interface ListProps {
  id: string;
  onEdit(contact: Contact): void;
  onAbout(contact: Contact): void;
}

function List({ id, onEdit, onAbout }: ListProps): ReactElement {
  const { flags } = useSession();
  const { zone } = useLocale();
  const { data, error, isFetching, refetch } = useCall(endpointsOf(Customer).read, { params: { id } });
  const contacts = (data as { customer: Row<typeof Customer> } | undefined)?.customer.userCompanies;
  if (error && !isFetching) {
    return (
      <Stack align="flex-start" role="alert">
        <Text>{error.message}</Text>
        <Button onClick={() => void refetch()}>Réessayer</Button>
      </Stack>
    );
  }
  if (!contacts) return <Skeleton height={80} role="status" aria-label="Chargement" />;
  if (contacts.length === 0) {
    return (
      <Text c="dimmed">
        Ce client n’a pas encore d’interlocuteur. Ajoutez-en un dans sa fiche, section « Interlocuteurs », pour lui
        ouvrir un accès.
      </Text>
    );
  }
  return (
    <ul className={classes.contacts}>
      {contacts.map((contact) => (
        <li key={contact.id} className={classes.contact}>
          <div>
            <Text fw={550}>{nameOf(contact)}</Text>
            <Text size="sm" c="dimmed">
              {[contact.position, contact.email].filter(Boolean).join(' · ') || 'Sans adresse e-mail'}
            </Text>
            <Text size="xs" c="dimmed">
              Dernière connexion : {contact.lastLogin ? formatMoment(contact.lastLogin, zone) : 'Jamais'}
            </Text>
          </div>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => onEdit(contact)}
            aria-label={`Droits de ${nameOf(contact)}`}
          >
            Droits et invitation
          </Button>
          {flags.isAgencyOwner ? (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => onAbout(contact)}
              aria-label={`Données personnelles de ${nameOf(contact)}`}
            >
              Données personnelles
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
