// The invoices that a subscription made (Y-010).
import { type ReactElement, useState } from 'react';
import { Invoice, invoiceStatus } from '#core/billing/invoice.ts';
import { generatedInvoices } from '#core/billing/recurrence-calls.ts';
import { draftNumber, followUps } from '#core/billing/states.ts';
import type { Row } from '#core/kernel/entity.ts';
import { stateOf } from '#core/kernel/machine.ts';
import { formatMoney } from '#core/kernel/money.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { useCall } from '#ui/client/queries.tsx';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import { useLocale } from '#ui/kinds/locale.ts';
import { NotRead } from '#ui/NotRead.tsx';
import { Pager } from '#ui/Table/Pager.tsx';
import { Linked } from '../summary/parts.tsx';
import classes from './billing.module.css';

type Listed = Pick<Row<typeof Invoice>, 'id' | 'number' | 'title' | 'date' | 'total' | 'state' | 'status'>;

export default function GeneratedDialog(props: { subscription: string; onClose(): void }): ReactElement {
  const { currency } = useLocale();
  const [{ page, limit }, setPage] = useState({ page: 1, limit: 50 });
  const asked = useCall(generatedInvoices, { params: { id: props.subscription }, input: { page, limit } });
  const invoices = asked.data?.invoices as Listed[] | undefined;
  return (
    <DialogAbove opened onClose={props.onClose} title="Facture(s) générée(s) par l'abonnement" size="xl" centered>
      {invoices === undefined ? (
        <NotRead of={asked} failure="Les factures n’ont pas pu être lues" reading="Lecture des factures" height={200} />
      ) : invoices.length === 0 ? (
        <span className={classes.quiet}>Aucune facture générée.</span>
      ) : (
        <>
          <table className={classes.lines}>
            <thead>
              <tr>
                {['Numéro', 'Date', 'Objet', 'Total TTC', 'Suivi'].map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {invoices.map(({ id, number, date, title, total, state, status }) => (
                <tr key={id}>
                  <td>
                    <Linked entity={Invoice.name} id={id}>
                      {number}
                    </Linked>
                  </td>
                  <td>{frenchDay(date)}</td>
                  <td>{title}</td>
                  <td>{formatMoney(total, currency)}</td>
                  <td>{number === draftNumber ? stateOf(invoiceStatus, status).label : followUps[state]}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {(asked.data?.filtered ?? 0) > invoices.length && (
            <Pager
              {...{ page, limit, count: invoices.length, filtered: asked.data?.filtered ?? 0 }}
              onPage={(to) => setPage({ page: to, limit })}
              onLimit={(most) => setPage({ page: 1, limit: most })}
            />
          )}
        </>
      )}
    </DialogAbove>
  );
}
