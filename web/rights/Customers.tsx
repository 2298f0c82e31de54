// The customers' table, with the conversion of prospects and the access of their contacts.
import { type ReactElement, useMemo, useState } from 'react';
import { Customer } from '#core/customers/customer.ts';
import { IconKey, IconUserCheck } from '#ui/icons.ts';
import type { AnyRow } from '#ui/moves.ts';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { EntityTable } from '#ui/Table/EntityTable.tsx';
import type { RowAction } from '#ui/Table/RowMenu.tsx';
import { Contacts } from './Contacts.tsx';
import { convertProspect, isProspect } from './conversion.ts';

export default function Customers({ page, title, description, add }: ScreenProps): ReactElement {
  const [opened, setOpened] = useState<AnyRow | null>(null);
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
      { key: 'access', label: 'Accès des interlocuteurs', icon: IconKey, rights: ['editAgentRight'], run: setOpened },
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
        rowActions={rowActions}
      />
      <Contacts customer={opened} onClose={() => setOpened(null)} />
    </>
  );
}
