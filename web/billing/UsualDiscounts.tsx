// Discounts that a document may take over: those of its customer on its date, then those of the agency (Y-015).
import { Button, Menu, Text } from '@mantine/core';
import type { ReactElement } from 'react';
import { Discount } from '#core/billing/discount.ts';
import { Customer } from '#core/customers/customer.ts';
import type { Row } from '#core/kernel/entity.ts';
import { formatDecimal, formatMoney } from '#core/kernel/money.ts';
import { endpointsOf } from '#ui/client/call.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import type { BelowProps } from '#ui/EntityDialog/extras.ts';
import { IconDiscount } from '#ui/icons.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import classes from './billing.module.css';

interface Offered {
  key: string;
  label: string;
  kind: 'PERCENT' | 'AMOUNT';
  value: number;
  whose: string | null;
}

function useOffered(customer: string | null, date: string): Offered[] {
  const { can } = useSession();
  const { list } = endpointsOf(Discount);
  const { read } = endpointsOf(Customer);
  const listed = useCall(list, { input: { limit: 250 }, enabled: can(['listDiscounts']) });
  const owner = useCall(read, {
    params: { id: customer ?? '' },
    enabled: customer !== null && can(['listCustomers']),
  });
  const own = (owner.data as { customer?: Row<typeof Customer> } | undefined)?.customer;
  const usual = (listed.data as { discounts?: Row<typeof Discount>[] } | undefined)?.discounts ?? [];
  return [
    ...(own?.companyDiscounts ?? [])
      .filter(({ startDate, endDate }) => (startDate ?? date) <= date && date <= (endDate ?? date))
      .map(
        ({ id, label, rate }): Offered => ({ key: id, label, kind: 'PERCENT', value: rate, whose: own?.name ?? '' }),
      ),
    ...usual.map(({ id, label, kind, value }): Offered => ({ key: id, label, kind, value, whose: null })),
  ];
}

export function UsualDiscounts({
  values,
  change,
}: Pick<BelowProps, 'values'> & { change: NonNullable<BelowProps['change']> }): ReactElement | null {
  const { currency } = useLocale();
  const customer = (values.customer as { id: string } | null | undefined)?.id ?? null;
  const offered = useOffered(customer, String(values.date ?? ''));
  if (offered.length === 0) return null;
  const add = ({ label, kind, value }: Offered): void =>
    change('discounts', [...((values.discounts ?? []) as object[]), { label, kind, value }]);
  return (
    <div className={classes.acts}>
      <Menu position="bottom-start" withinPortal>
        <Menu.Target>
          <Button size="compact-sm" variant="default" leftSection={<IconDiscount size={14} aria-hidden />}>
            Remise habituelle
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
          {offered.map((one) => (
            <Menu.Item
              key={one.key}
              rightSection={
                <Text size="sm">
                  {one.kind === 'PERCENT' ? `${formatDecimal(one.value)} %` : formatMoney(one.value, currency)}
                </Text>
              }
              onClick={() => add(one)}
            >
              {one.whose === null ? one.label : `${one.label} (${one.whose})`}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
