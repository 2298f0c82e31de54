// Article orders: followed by the platform, read by the agency that ordered (Z-054..Z-058).
import { Badge, Text } from '@mantine/core';
import type { ReactElement } from 'react';
import type { Row } from '#core/kernel/entity.ts';
import { printAgencyInvoice } from '#core/payments/invoice-calls.ts';
import {
  ArticleOrder,
  type ArticleOrderStatus,
  articleOrderStatuses,
  toMark,
} from '#core/subscriptions/article-order.ts';
import { call, endpointsOf } from '#ui/client/call.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { forEachConcurrent } from '#ui/concurrent.ts';
import { confirm } from '#ui/confirm.tsx';
import type { DialogExtras, SummaryProps } from '#ui/EntityDialog/extras.ts';
import { PdfButton } from '#ui/files/PdfButton.tsx';
import { formatDay, formatMoment, plural } from '#ui/format.ts';
import { IconArrowRight } from '#ui/icons.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import type { AnyRow } from '#ui/moves.ts';
import { notifyProblem, notifySuccess, notifyWarning } from '#ui/notify.ts';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { type BulkAction, type Cells, EntityTable, type RowAction } from '#ui/Table/EntityTable.tsx';
import { Block, Facts, Summary } from '../summary/parts.tsx';

const tones: Readonly<Record<number, string>> = { 100: 'yellow', 200: 'blue', 300: 'cyan', 400: 'green', 500: 'gray' };
const Status: Cells[string] = ({ value }) => (
  <Badge color={tones[value as number] ?? 'gray'} variant="light" tt="none">
    {articleOrderStatuses[value as ArticleOrderStatus] ?? '???'}
  </Badge>
);
const cells: Cells = { status: Status };

const codes = Object.keys(articleOrderStatuses).map(Number) as ArticleOrderStatus[];
const mark = (code: ArticleOrderStatus): string => `Marquer « ${articleOrderStatuses[code]} »`;

async function markAll(rows: readonly AnyRow[], code: ArticleOrderStatus, done: () => void): Promise<void> {
  const marked = toMark(rows as readonly (AnyRow & { status: unknown })[], code);
  const name = articleOrderStatuses[code];
  if (marked.length === 0) return notifyWarning(`Ces commandes sont déjà au statut « ${name} ».`);
  const skipped = rows.length - marked.length;
  const { save } = endpointsOf(ArticleOrder);
  if (!save) return;
  const yes = await confirm({
    title: `${mark(code)} : ${plural(marked.length, 'commande')} ?`,
    message: [
      code === 100 ? 'Aucune date n’est notée.' : 'La date est celle d’aujourd’hui.',
      skipped > 0 ? `${plural(skipped, 'commande')} déjà à ce statut : sans changement.` : '',
    ].join(' '),
    confirmLabel: 'Marquer',
  });
  if (!yes) return;
  try {
    await forEachConcurrent(marked, async ({ id }) => void (await call(save, { input: { id, status: code } })));
    notifySuccess(`Statut « ${name} » : ${plural(marked.length, 'commande')}`);
    done();
  } catch (error) {
    notifyProblem(error);
  }
  await invalidateEntity(ArticleOrder);
}

const rowActions: readonly RowAction[] = codes.map((code) => ({
  ...{ key: String(code), label: mark(code), icon: IconArrowRight },
  when: ({ status }) => status !== code,
  run: (row) => void markAll([row], code, () => {}),
}));
const bulkActions: readonly BulkAction[] = codes.map((code) => ({
  ...{ key: String(code), label: mark(code), icon: IconArrowRight, rights: [] },
  run: (rows, done) => void markAll(rows, code, done),
}));

/** D-038: the cancelled ones on demand. */
const first = { status: codes.filter((code) => code !== 500) };

type Ordered = Row<typeof ArticleOrder>;

/** The names of what was ordered and billed, not their ids. */
function OrderSummary({ row }: SummaryProps): ReactElement {
  const order = row as unknown as Ordered;
  const { can, scope } = useSession();
  const { zone } = useLocale();
  const { id, reference } = order.agencyPaymentItem?.agencyInvoice ?? {};
  const opens = id && scope === 'agency' && can(['listSubscriptionInvoices']);
  return (
    <Summary wrongs={[]}>
      <Block
        title="Commande"
        action={
          id && reference && can(['listSubscriptionInvoices']) ? (
            <PdfButton print={printAgencyInvoice} id={id} name={reference} />
          ) : null
        }
      >
        <Facts
          facts={[
            ['Article', order.article],
            ['Quantité', order.quantity],
            ['Agence', order.agencyName],
            [
              'Facture',
              opens ? (
                <a key="invoice" href={`#/paymentInvoice?id=${id}`}>
                  {reference}
                </a>
              ) : (
                reference
              ),
            ],
            ['Commandée le', formatMoment(order.createdAt, zone)],
          ]}
        />
      </Block>
      <Block title="Suivi">
        <Facts
          facts={[
            ['Statut', articleOrderStatuses[order.status as ArticleOrderStatus]],
            ['Validée le', order.validatedAt && formatDay(order.validatedAt)],
            ['Envoyée le', order.sentAt && formatDay(order.sentAt)],
            ['Reçue le', order.receivedAt && formatDay(order.receivedAt)],
            ['Annulée le', order.canceledAt && formatDay(order.canceledAt)],
            ['Adresse de livraison', order.deliveryAddress],
            ['Instructions de livraison', order.deliveryInstructions],
            ['Commentaire', order.comment],
          ]}
        />
      </Block>
    </Summary>
  );
}
const extras: DialogExtras = { summary: OrderSummary };

export const AdminArticleOrders = (props: ScreenProps): ReactElement => (
  <EntityTable
    of={ArticleOrder}
    {...props}
    cells={cells}
    extras={extras}
    first={first}
    rowActions={rowActions}
    bulkActions={bulkActions}
  />
);

export const ArticleOrders = (props: ScreenProps): ReactElement => (
  <EntityTable
    of={ArticleOrder}
    {...props}
    cells={cells}
    extras={extras}
    first={first}
    above={
      <Text size="sm" c="dimmed" mb="xs">
        Une commande apparaît ici une fois payée. Jusque-là, sa facture est dans « Mes factures ».
      </Text>
    }
  />
);
