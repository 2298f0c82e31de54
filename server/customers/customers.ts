// Customers: the generated number and the count of sites.
import type { Extension } from '#server/kernel/plan.ts';

type Infos = { customerNumberId?: string | null; generateCustomerNumberId?: boolean | null } | undefined;

export const customerExtension: Extension = {
  computed: {
    siteCount: (t) =>
      `(select count(*)::integer from sites s where s.agency_id = ${t}.agency_id and s.customer_id = ${t}.id and s.status <> 300)`,
  },
  /** H-014: the agency's prefix, then a number that nobody else will get, padded to four. */
  async beforeSave(draft, current, db, call) {
    const infos = draft.customerInfos as Infos;
    const before = current?.customerInfos as Infos;
    const number = infos?.customerNumberId === undefined ? before?.customerNumberId : infos.customerNumberId;
    const wanted = infos?.generateCustomerNumberId ?? before?.generateCustomerNumberId ?? true;
    if (number || !wanted) return;
    const [next] = await db.query<{ number: string }>({
      name: 'next-customer-number',
      text: `with taken as (
          insert into counters (agency_id, name, value) values ($1, 'customer', 1)
          on conflict (agency_id, name) do update set value = counters.value + 1 returning value)
        select a.customer_number_prefix || lpad(taken.value::text, greatest(4, length(taken.value::text)), '0') as number from taken, agencies a where a.id = $1`,
      values: [call.context.agency],
    });
    draft.customerInfos = { ...infos, customerNumberId: next?.number ?? null };
  },
};
