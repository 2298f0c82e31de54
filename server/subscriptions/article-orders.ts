// Article orders: each status sets its date to today (Z-055).
import { Problem, type Violation } from '#core/kernel/problem.ts';
import {
  type ArticleOrder,
  type Dated,
  dateOfStatus,
  datesWithout,
  misdated,
} from '#core/subscriptions/article-order.ts';
import type { Extension } from '#server/kernel/extension.ts';
import { agencyToday } from '#server/kernel/today.ts';

export const articleOrderExtension: Extension<typeof ArticleOrder> = {
  searchesRows: true,
  computed: {
    agencyPaymentItem: (t) =>
      `json_build_object('offer', json_build_object('id', ${t}.offer_id, 'name', ${t}.article), 'quantity', ${t}.quantity,
        'agencyInvoice', json_build_object('id', ${t}.invoice_id, 'reference', ${t}.invoice_number,
          'file', case when ${t}.invoice_id is not null then json_build_object('url', '/agency-invoice/' || ${t}.invoice_id || '/pdf') end, 'agency', json_build_object('name', ${t}.agency_name)))`,
  },
  async beforeSave(rows, { db }) {
    const today = await agencyToday(db);
    for (const { draft, current } of rows) {
      const status = Number(draft.status ?? current?.status);
      const isOther = status !== Number(current?.status);
      const isTyped = (name: keyof Dated): boolean =>
        draft[name] !== undefined && draft[name] !== (current?.[name] ?? null);
      const violations: Violation[] = [];
      // An order that goes back has not been sent, received or cancelled.
      for (const later of datesWithout(status))
        if (isTyped(later) && draft[later] !== null)
          violations.push({ path: later, message: 'Cette étape n’est pas celle du statut.' });
        else if (isOther) draft[later] = null;
      const date = dateOfStatus[status];
      // A date of the same save wins; otherwise the day of the change.
      if (date && isOther && !isTyped(date)) draft[date] = today;
      violations.push(...misdated({ ...current, ...draft }));
      if (violations[0]) throw new Problem('invalid', violations[0].message, { violations });
    }
  },
};
