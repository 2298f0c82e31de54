import type { ReactElement } from 'react';
import { Customer } from '#core/customers/customer.ts';
import { EntityDialog } from '#ui/EntityDialog/index.tsx';
import type { SheetProps } from '#ui/shell/screen.ts';
import { customerExtras } from './customerExtras.ts';
import { useCustomerActs } from './useCustomerActs.tsx';

/** A customer, above any screen. */
export default function CustomerSheet(props: SheetProps): ReactElement {
  const { actions, dialogs } = useCustomerActs();
  return (
    <>
      <EntityDialog of={Customer} extras={customerExtras} actions={actions} {...props} />
      {dialogs}
    </>
  );
}
