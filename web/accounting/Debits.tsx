// « Prélèvements »: orders given to the bank, prepared from the invoices that are due.
import { Button } from '@mantine/core';
import { lazy, type ReactElement, useState } from 'react';
import { DirectDebit, waitingDebit } from '#core/accounting/debit.ts';
import { downloadDebit } from '#core/accounting/debit-calls.ts';
import type { Row } from '#core/kernel/entity.ts';
import { useSession } from '#ui/client/session.ts';
import type { DialogExtras, SummaryProps } from '#ui/EntityDialog/extras.ts';
import { EntityDialog } from '#ui/EntityDialog/index.tsx';
import { saveDocument } from '#ui/files/documents.ts';
import { formatDay, formatMoney } from '#ui/format.ts';
import { IconFileText } from '#ui/icons.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import type { ScreenProps, SheetProps } from '#ui/shell/screen.ts';
import { EntityTable } from '#ui/Table/EntityTable.tsx';
import type { RowAction } from '#ui/Table/RowMenu.tsx';
import { Block, Facts, Linked, Summary } from '../summary/parts.tsx';
import classes from './accounting.module.css';

const NewDebit = lazy(() => import('./NewDebit.tsx'));

const takeFile = ({ id, number }: Pick<Row<typeof DirectDebit>, 'id' | 'number'>): Promise<boolean> =>
  saveDocument({ endpoint: downloadDebit, params: { id } }, `${number}.xml`);

const rowActions: RowAction[] = [
  {
    key: 'file',
    label: 'Fichier pour la banque',
    icon: IconFileText,
    rights: ['editInvoice'],
    when: ({ status }) => status === waitingDebit,
    run: (row) => void takeFile(row as never),
  },
];
const extras: DialogExtras = { summary: DebitSummary };
const card = { title: 'number', second: ['total', 'collectionDate'], whole: true } as const;

export default function Debits(props: ScreenProps): ReactElement {
  const { can } = useSession();
  const [preparing, setPreparing] = useState(false);
  return (
    <>
      <EntityTable
        of={DirectDebit}
        {...props}
        tools={can(['editInvoice']) && <Button onClick={() => setPreparing(true)}>Préparer un prélèvement</Button>}
        extras={extras}
        card={card}
        rowActions={rowActions}
      />
      {preparing && <NewDebit onClose={() => setPreparing(false)} />}
    </>
  );
}

export const DebitSheet = (props: SheetProps): ReactElement => (
  <EntityDialog of={DirectDebit} extras={extras} {...props} />
);

function DebitSummary({ row }: SummaryProps): ReactElement {
  const { number, collectionDate, total, debits, status } = row as unknown as Row<typeof DirectDebit>;
  const { currency } = useLocale();
  const { can } = useSession();
  const [busy, setBusy] = useState(false);
  const take = async (): Promise<void> => {
    setBusy(true);
    await takeFile({ id: row.id, number });
    setBusy(false);
  };
  return (
    <Summary wrongs={[]}>
      <Block
        title="Ordre"
        action={
          status === waitingDebit &&
          can(['editInvoice']) && (
            <Button size="compact-sm" loading={busy} onClick={() => void take()}>
              Fichier pour la banque
            </Button>
          )
        }
      >
        <Facts
          facts={[
            ['Jour du prélèvement', formatDay(collectionDate)],
            ['Montant', formatMoney(total, currency)],
          ]}
        />
      </Block>
      <Block title="Factures prélevées">
        <ul className={classes.debits}>
          {debits.map(({ id, invoice, customer, amount }) => (
            <li key={id}>
              {invoice && (
                <Linked entity="invoice" id={invoice.id}>
                  {invoice.name}
                </Linked>
              )}
              <span>{customer}</span>
              <span className={classes.amount}>{amount === null ? '' : formatMoney(amount, currency)}</span>
            </li>
          ))}
        </ul>
      </Block>
    </Summary>
  );
}
