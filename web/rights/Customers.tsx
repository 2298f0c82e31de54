// Table of customers, with the conversion of prospects and the rights of contacts.

import { type ReactElement, useMemo } from 'react';
import { Customer } from '#core/customers/customer.ts';
import { senders } from '#core/mail/email.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import { IconMail, IconUserCheck } from '#ui/icons.ts';
import { notifyWarning } from '#ui/notify.ts';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { EntityTable } from '#ui/Table/EntityTable.tsx';
import type { BulkAction } from '#ui/Table/RowMenu.tsx';
import { askToInviteContacts } from '../agents/inviting.ts';
import { ImportTool } from '../imports/ImportTool.tsx';
import { customerExtras } from './customerExtras.ts';
import { useCustomerActs } from './useCustomerActs.tsx';

/** Above this number it is a mailing. */
const mostCustomers = 100;

const tools = <ImportTool of={Customer} />;

export default function Customers({ page, title, description, add }: ScreenProps): ReactElement {
  const { actions, dialogs, write } = useCustomerActs();
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
          else write({ rows, done });
        },
      },
      {
        key: 'invite',
        label: 'Inviter leurs interlocuteurs',
        icon: IconUserCheck,
        rights: ['editAgentRight'],
        run: (rows, done) =>
          void askToInviteContacts(rows, () => {
            done();
            void invalidateEntity(Customer);
          }),
      },
    ],
    [write],
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
        rowActions={actions}
        bulkActions={bulkActions}
        tools={tools}
      />
      {dialogs}
    </>
  );
}
