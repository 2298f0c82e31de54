// The sheet of a purchase order: what is ordered from whom, and what may be done with it.
import { Button } from '@mantine/core';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { copyPurchaseOrder, printPurchaseOrder } from '#core/billing/order-calls.ts';
import { cancelledOrder, PurchaseOrder } from '#core/billing/purchase-order.ts';
import { draftNumber } from '#core/billing/states.ts';
import { wallClock } from '#core/kernel/clock.ts';
import type { Row } from '#core/kernel/entity.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { useSession } from '#ui/client/session.ts';
import type { SummaryProps } from '#ui/EntityDialog/extras.ts';
import { PdfButton } from '#ui/files/PdfButton.tsx';
import { useLocale } from '#ui/kinds/locale.ts';
import { Block, Facts, Linked, Summary } from '../summary/parts.tsx';
import classes from './billing.module.css';
import { Lines, lettersWrong, Refusal } from './Lines.tsx';
import { useCopy } from './useCopy.ts';

const SendDialog = lazy(() => import('./SendDialog.tsx'));

export default function OrderSummary({ row }: SummaryProps): ReactElement {
  const order = row as unknown as Row<typeof PurchaseOrder>;
  const { scope, can } = useSession();
  const { zone } = useLocale();
  const [sending, setSending] = useState(false);
  const isStaff = scope === 'agency';
  const isDraft = order.number === draftNumber;
  const copy = useCopy(PurchaseOrder, copyPurchaseOrder, row.id);
  return (
    <Summary wrongs={order.status === 100 ? lettersWrong(order) : []}>
      <Block
        title="Bon de commande"
        wide
        action={
          <div className={classes.beside}>
            <PdfButton print={printPurchaseOrder} id={row.id} name={order.number} />
            {isStaff && order.status !== cancelledOrder && can(['sendAgentPurchaseOrder']) && (
              <Button size="compact-sm" variant="default" onClick={() => setSending(true)}>
                {order.sent ? 'Envoyer de nouveau' : 'Envoyer'}
              </Button>
            )}
            {isStaff && can(['createAgentPurchaseOrder']) && (
              <Button size="compact-sm" variant="default" loading={copy.busy} onClick={() => copy.run()}>
                Copier
              </Button>
            )}
          </div>
        }
      >
        <Facts
          spread
          facts={[
            ['Numéro', order.number],
            [
              'Collaborateur',
              isStaff ? (
                <Linked key="a" entity="agent" id={order.agent.id}>
                  {order.agent.name}
                </Linked>
              ) : (
                order.agent.name
              ),
            ],
            [
              'Client concerné',
              order.customer && (
                <Linked key="c" entity="customer" id={order.customer.id}>
                  {order.customer.name}
                </Linked>
              ),
            ],
            ['Référence', order.reference],
            ['Objet', order.title],
            ['Date', frenchDay(order.date)],
            ['Envoyé le', order.sentAt && frenchDay(wallClock(order.sentAt, zone).day)],
          ]}
        />
        {copy.problem && <Refusal of={copy.problem} />}
        <Suspense>
          {sending && (
            <SendDialog
              id={row.id}
              title={isDraft ? 'Bon de commande (brouillon)' : `Bon de commande ${order.number}`}
              kind="order"
              isDraft={false}
              version={order.version}
              onClose={() => setSending(false)}
            />
          )}
        </Suspense>
      </Block>
      <Block title="Lignes" wide>
        <Lines row={order} />
      </Block>
    </Summary>
  );
}
