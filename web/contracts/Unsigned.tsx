// Above the list: the contracts that wait for a signature for longer than the agency's delay (G-042).
import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { contractCalls } from '#core/contracts/calls.ts';
import { contractOf } from '#core/contracts/contract.ts';
import type { ContractKind } from '#core/contracts/variables.ts';
import { useCall } from '#ui/client/queries.tsx';
import { LineMain, Lines, Linked, Note } from '../summary/parts.tsx';

const shown = 5;

export function Unsigned({ kind }: { kind: ContractKind }): ReactNode {
  const { data } = useCall(contractCalls[kind].unsigned);
  if (!data || data.total === 0) return null;
  const { total, delay } = data;
  return (
    <Alert
      // The table below takes the height that is left.
      flex="none"
      color="orange"
      mb="md"
      title={`${total === 1 ? 'Un contrat attend' : `${total} contrats attendent`} une signature depuis plus de ${delay} jours`}
    >
      <Lines of={data.contracts.slice(0, shown)} keyOf={({ id }) => id} empty="">
        {({ id, title, whose, days, missing }) => (
          <>
            <LineMain>
              <Linked entity={contractOf[kind].name} id={id}>
                {`${title} · ${whose}`}
              </Linked>
            </LineMain>
            <Note>{`${days} jours, manque ${missing.join(', ')}`}</Note>
          </>
        )}
      </Lines>
    </Alert>
  );
}
