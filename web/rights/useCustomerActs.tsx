// The acts on a customer, in the menu of its row and in its dialog above any screen.
import { lazy, type ReactElement, Suspense, useMemo, useState } from 'react';
import { Customer, privateCustomer } from '#core/customers/customer.ts';
import { senders } from '#core/mail/email.ts';
import type { RowAction } from '#ui/ActItems.tsx';
import { invalidateEntity } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { IconDatabaseExport, IconKey, IconMail, IconUserCheck } from '#ui/icons.ts';
import type { AnyRow } from '#ui/moves.ts';
import { Contacts } from './Contacts.tsx';
import { convertProspect, isProspect } from './conversion.ts';

const PersonalData = lazy(() => import('../privacy/PersonalData.tsx'));
const CustomerMail = lazy(() => import('../emails/CustomerMail.tsx'));

interface Writing {
  rows: readonly AnyRow[];
  done(): void;
}

interface CustomerActs {
  actions: readonly RowAction[];
  dialogs: ReactElement;
  write(writing: Writing): void;
}

export function useCustomerActs(): CustomerActs {
  const { flags } = useSession();
  const [about, setAbout] = useState<AnyRow | null>(null);
  const [opened, setOpened] = useState<AnyRow | null>(null);
  const [writing, setWriting] = useState<Writing | null>(null);
  const actions = useMemo(
    (): RowAction[] => [
      {
        key: 'convert',
        label: 'Convertir en client',
        icon: IconUserCheck,
        rights: ['editCustomer'],
        when: isProspect,
        run: (row) => void convertProspect(row),
      },
      {
        key: 'email',
        label: 'Envoyer un e-mail',
        icon: IconMail,
        rights: senders,
        run: (row) => setWriting({ rows: [row], done: () => {} }),
      },
      { key: 'access', label: 'Accès des interlocuteurs', icon: IconKey, rights: ['editAgentRight'], run: setOpened },
      {
        key: 'personalData',
        label: 'Données personnelles',
        icon: IconDatabaseExport,
        when: (row) => flags.isAgencyOwner && row.type === privateCustomer,
        run: setAbout,
      },
    ],
    [flags.isAgencyOwner],
  );
  const dialogs = (
    <>
      <Suspense>
        {writing && <CustomerMail rows={writing.rows} onSent={writing.done} onClose={() => setWriting(null)} />}
      </Suspense>
      <Suspense>
        {about && (
          <PersonalData
            person={{ kind: 'customer', id: about.id, name: String(about.name) }}
            onClose={() => setAbout(null)}
            onErased={() => void invalidateEntity(Customer)}
          />
        )}
      </Suspense>
      <Contacts customer={opened} onClose={() => setOpened(null)} />
    </>
  );
  return { actions, dialogs, write: setWriting };
}
