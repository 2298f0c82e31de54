// The chain of private customers' payments in one line: how many, whether intact, and what is closed.
import { Button, Text } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { type closureKinds, verifyPayments } from '#core/billing/chain.ts';
import { formatMoney } from '#core/kernel/money.ts';
import { monthText } from '#core/planning/days.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import classes from './billing.module.css';

const inWords = (kind: keyof typeof closureKinds, period: string): string =>
  kind === 'MONTH' && /^\d{4}-\d{2}$/.test(period) ? monthText(period) : period;

/** Nothing while no private customer has paid. */
export function PaymentChain(): ReactElement | null {
  const { can, scope } = useSession();
  const asked = useCall(verifyPayments, { enabled: scope === 'agency' && can(['listInvoices']) });
  const [shown, setShown] = useState(false);
  const found = asked.data;
  if (!found || found.entries === 0) return null;
  const { entries, total, currency, isIntact, brokenAt, closures } = found;
  const [month] = closures.filter(({ kind }) => kind === 'MONTH');
  return (
    <div className={classes.chain}>
      <Text size="sm" c={isIntact ? 'dimmed' : 'red'} role={isIntact ? undefined : 'alert'}>
        {`Paiements des particuliers : ${entries} écriture${entries > 1 ? 's' : ''} enchaînée${entries > 1 ? 's' : ''}, `}
        {isIntact
          ? 'intactes'
          : brokenAt === null
            ? 'une clôture ou une écriture manque ou diffère'
            : `rompues à la ligne ${brokenAt}`}
        {month ? ` ; dernier mois clos : ${inWords('MONTH', month.period)}` : ''}.
      </Text>
      <Button size="compact-xs" variant="subtle" onClick={() => setShown(true)}>
        Détail
      </Button>
      {shown && (
        <DialogAbove opened onClose={() => setShown(false)} title="Paiements des particuliers" size="lg" centered>
          <Text size="sm" mb="sm">
            {`Total perpétuel : ${formatMoney(total, currency)}. Chaque écriture porte l’empreinte de la précédente (CGI, art. 286 I 3° bis).`}
          </Text>
          {closures.length > 0 && (
            <table className={classes.lines}>
              <thead>
                <tr>
                  {['Clôture', 'Écritures', 'Total', 'Total perpétuel', 'Empreinte'].map((head) => (
                    <th key={head} scope="col">
                      {head}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {closures.map(({ kind, period, entries: count, total: sum, grandTotal, isIntact: isFine }) => (
                  <tr key={`${kind} ${period}`}>
                    <td>{inWords(kind, period)}</td>
                    <td>{count}</td>
                    <td>{formatMoney(sum, currency)}</td>
                    <td>{formatMoney(grandTotal, currency)}</td>
                    <td>{isFine ? 'Intacte' : 'Différente'}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          <Button mt="sm" variant="default" loading={asked.isFetching} onClick={() => void asked.refetch()}>
            Vérifier de nouveau
          </Button>
        </DialogAbove>
      )}
    </div>
  );
}
