// Article orders: each status sets its date to today (Z-055).
import { type ArticleOrder, dateOfStatus } from '#core/subscriptions/article-order.ts';
import type { Extension } from '#server/kernel/extension.ts';
import { agencyToday } from '#server/kernel/today.ts';

export const articleOrderExtension: Extension<typeof ArticleOrder> = {
  searchesRows: true,
  computed: {
    agencyPaymentItem: (t) =>
      `json_build_object('offer', json_build_object('id', ${t}.offer_id, 'name', ${t}.article), 'quantity', ${t}.quantity,
        'agencyInvoice', json_build_object('id', ${t}.invoice_id, 'reference', ${t}.invoice_number, 'agency', json_build_object('name', ${t}.agency_name)))`,
  },
  async beforeSave(rows, { db }) {
    const today = await agencyToday(db);
    for (const { draft, current } of rows) {
      const status = Number(draft.status ?? current?.status);
      const date = dateOfStatus[status];
      if (!date || status === Number(current?.status)) continue;
      // A date of the same save wins; otherwise the day of the change.
      const isTyped = draft[date] !== undefined && draft[date] !== (current?.[date] ?? null);
      if (!isTyped) draft[date] = today;
    }
  },
};
