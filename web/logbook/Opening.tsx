// A button that opens a dialog of the daily log, for holders of one of these rights at the agency.
import { Button } from '@mantine/core';
import { type ReactNode, Suspense, useState } from 'react';
import type { Right } from '#core/rights.ts';
import { useSession } from '#ui/client/session.ts';
import type { Icon } from '#ui/icons.ts';

interface Props {
  label: string;
  icon: Icon;
  rights: readonly Right[];
  /** Customers have it too. */
  forCustomers?: true;
  /** The main act of its place. */
  main?: true;
  /** Not on a phone. */
  wide?: true;
  children(close: () => void): ReactNode;
}

export function Opening({ label, icon: Sign, rights, forCustomers, main, wide, children }: Props): ReactNode {
  const { scope, can } = useSession();
  const [open, setOpen] = useState(false);
  if ((scope !== 'agency' && !(forCustomers && scope === 'customer')) || !can(rights)) return null;
  return (
    <>
      <Button
        {...(main ? {} : { variant: 'default' })}
        {...(wide ? { visibleFrom: 'sm' } : {})}
        leftSection={<Sign size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      <Suspense>{open && children(() => setOpen(false))}</Suspense>
    </>
  );
}
