// Article orders: followed by the platform, read by the agency that ordered (Z-054..Z-058).
import { Badge } from '@mantine/core';
import type { ReactElement } from 'react';
import {
  ArticleOrder,
  type ArticleOrderStatus,
  articleOrderStatuses,
  toMark,
} from '#core/subscriptions/article-order.ts';
import { call, endpointsOf } from '#ui/client/call.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import { forEachConcurrent } from '#ui/concurrent.ts';
import { confirm } from '#ui/confirm.tsx';
import { plural } from '#ui/format.ts';
import { IconArrowRight } from '#ui/icons.ts';
import type { AnyRow } from '#ui/moves.ts';
import { notifyProblem, notifySuccess, notifyWarning } from '#ui/notify.ts';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { type BulkAction, type Cells, EntityTable, type RowAction } from '#ui/Table/EntityTable.tsx';

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

export const AdminArticleOrders = (props: ScreenProps): ReactElement => (
  <EntityTable
    of={ArticleOrder}
    {...props}
    cells={cells}
    first={first}
    rowActions={rowActions}
    bulkActions={bulkActions}
  />
);

export const ArticleOrders = (props: ScreenProps): ReactElement => (
  <EntityTable of={ArticleOrder} {...props} cells={cells} first={first} />
);
