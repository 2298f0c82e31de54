// « Paiements » leads to what the person may open: his invoices, else his means of payment, else the first page (Z-006).
import { Navigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { paymentsPlace } from '#core/payments/place.ts';
import { useSession } from '#ui/client/session.ts';

export default function Payments(): ReactElement {
  const { can, flags } = useSession();
  return <Navigate to={paymentsPlace(can, flags.isSupport) as never} replace />;
}
