// Table of customers, with the conversion of prospects and the rights of contacts.
import { lazy, type ReactElement, Suspense, useMemo, useState } from 'react';
import { Customer, privateCustomer } from '#core/customers/customer.ts';
import { senders } from '#core/mail/email.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { IconDatabaseExport, IconKey, IconMail, IconUserCheck } from '#ui/icons.ts';
import type { AnyRow } from '#ui/moves.ts';
import { notifyWarning } from '#ui/notify.ts';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { EntityTable } from '#ui/Table/EntityTable.tsx';
import type { BulkAction, RowAction } from '#ui/Table/RowMenu.tsx';
import { ImportTool } from '../imports/ImportTool.tsx';
import { Contacts } from './Contacts.tsx';
import { convertProspect, isProspect } from './conversion.ts';
import { customerExtras } from './customerExtras.ts';

const PersonalData = lazy(() => import('../privacy/PersonalData.tsx'));
const CustomerMail = lazy(() => import('../emails/CustomerMail.tsx'));

/** Above this number it is a mailing. */
const mostCustomers = 100;

const tools = <ImportTool of={Customer} />;

interface Writing {
  rows: readonly AnyRow[];
  done(): void;
}

export default function Customers({ page, title, description, add }: ScreenProps): ReactElement {
  const { flags } = useSession();
  const [about, setAbout] = useState<AnyRow | null>(null);
  const [opened, setOpened] = useState<AnyRow | null>(null);
  const [writing, setWriting] = useState<Writing | null>(null);
  const rowActions = useMemo(
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
  const bulkActions = useMemo(
    (): BulkAction[] => [
      {
        key: 'email',
        label: 'Envoyer un e-mail',
        icon: IconMail,
        rights: senders,
        run: (rows, done) => {
          if (rows.length > mostCustomers)
            notifyWarning(`${mostCustomers} clients au plus peuvent recevoir un e-mail ensemble`);
          else setWriting({ rows, done });
        },
      },
    ],
    [],
  );
  return (
    <>
      <EntityTable
        of={Customer}
        page={page}
        title={title}
        description={description}
        add={add}
        extras={customerExtras}
        rowActions={rowActions}
        bulkActions={bulkActions}
        tools={tools}
      />
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
}
