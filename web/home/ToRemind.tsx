// « À relancer »: the oldest overdue invoices and silent estimates; each opens its sheet.
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { estimateReminders, estimateSilence, invoiceReminders } from '#core/billing/calls.ts';
import { Estimate } from '#core/billing/estimate.ts';
import { Invoice } from '#core/billing/invoice.ts';
import type { Output } from '#core/kernel/endpoint.ts';
import { formatMoney } from '#core/kernel/money.ts';
import { daysAfter } from '#core/planning/days.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { today } from '#ui/clock.ts';
import { plural } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { useRecordScreens } from '#ui/shell/records.ts';
import { Panel } from '../dashboard/Panel.tsx';
import { LineMain, Lines, Linked, Note } from '../summary/parts.tsx';
import classes from './Home.module.css';

type Reminded = Output<typeof invoiceReminders>['invoices'][number];

/** The others are behind « Tout voir ». */
const shown = 5;

/** Nothing while it is read, without the right, or with nothing to chase. */
export function ToRemind(): ReactNode {
  const { scope, can } = useSession();
  const { zone } = useLocale();
  const isStaff = scope === 'agency';
  const invoices = useCall(invoiceReminders, { enabled: isStaff && can(['listInvoices']) }).data?.invoices ?? [];
  const estimates = useCall(estimateReminders, { enabled: isStaff && can(['listEstimates']) }).data?.estimates ?? [];
  if (invoices.length + estimates.length === 0) return null;
  return (
    <div className={classes.columns}>
      <List
        of={invoices}
        title="Factures à relancer"
        entity={Invoice.name}
        filters={{ state: ['LATE'], sent: true }}
        since={(days) => `échue depuis ${plural(days, 'jour')}`}
      />
      <List
        of={estimates}
        title="Devis à relancer"
        entity={Estimate.name}
        filters={{ state: ['AWAITING_VALIDATION'], sentAt: { to: daysAfter(today(zone), -estimateSilence) } }}
        since={(days) => `sans réponse depuis ${plural(days, 'jour')}`}
      />
    </div>
  );
}

interface ListProps {
  of: readonly Reminded[];
  title: string;
  entity: string;
  filters: object;
  since(days: number): string;
}

function List({ of, title, entity, filters, since }: ListProps): ReactElement | null {
  const path = useRecordScreens()?.get(entity)?.item.path;
  if (of.length === 0) return null;
  return (
    <Panel
      title={title}
      action={
        path && (
          <Link to={path} search={{ f: filters } as never}>
            {`Tout voir (${of.length})`}
          </Link>
        )
      }
    >
      <div className={classes.remind}>
        <Lines of={of.slice(0, shown)} keyOf={({ id }) => id} empty="">
          {({ id, number, customer, amount, currency, days }) => (
            <>
              <LineMain>
                <Linked entity={entity} id={id}>
                  {number}
                </Linked>
                <Note>{` · ${customer.name}`}</Note>
              </LineMain>
              <Text span size="sm">
                {formatMoney(amount, currency)}
              </Text>
              <Note>{since(days)}</Note>
            </>
          )}
        </Lines>
      </div>
    </Panel>
  );
}
