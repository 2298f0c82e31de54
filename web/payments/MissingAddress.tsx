// The agency's address where an order or a means of payment lacks it (Z-024).
import { Stack, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { giveAddress } from '#core/payments/method-calls.ts';
import { paymentMessages } from '#core/payments/texts.ts';
import { ActFooter } from '#ui/ActFooter.tsx';
import { useAct, useActKey } from '#ui/client/act.ts';
import { call } from '#ui/client/call.ts';
import { useSession } from '#ui/client/session.ts';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import { type Leaving, useLeaving } from '#ui/leaving.ts';
import { mayAlone } from '#ui/may.ts';
import classes from './payments.module.css';

/** Leads to the settings, or asks here whom they are closed to; `again`: the address is there now. */
export function useMissingAddress(again: () => void): { lead(): void; dialog: ReactElement | null } {
  const go = useNavigate();
  const session = useSession();
  const [asks, setAsks] = useState(false);
  const leaving = useLeaving(() => setAsks(false));
  return {
    lead: () =>
      session.subscriptionValid && mayAlone(session, ['editAgencySetting'])
        ? void go({ to: '/settings' as never })
        : setAsks(true),
    dialog: asks ? (
      <DialogAbove opened onClose={leaving.ask} title="Adresse de l’agence" centered>
        <AddressForm
          leaving={leaving}
          onDone={() => {
            setAsks(false);
            again();
          }}
        />
      </DialogAbove>
    ) : null,
  };
}

const labels = { street: 'Rue', zipcode: 'Code postal', city: 'Ville' } as const;
const names = Object.keys(labels) as (keyof typeof labels)[];

function AddressForm({ leaving, onDone }: { leaving: Leaving; onDone(): void }): ReactElement {
  const [typed, setTyped] = useState({ street: '', zipcode: '', city: '' });
  const keyOf = useActKey();
  const act = useAct(async () => {
    await call(giveAddress, { input: typed, key: keyOf(typed) });
    leaving.dirty.current = false;
    onDone();
  });
  return (
    <Stack inert={act.busy}>
      <Text size="sm">{paymentMessages.addressMissing} : elle est imprimée sur vos factures.</Text>
      {names.map((name) => (
        <TextInput
          key={name}
          label={labels[name]}
          required
          value={typed[name]}
          error={act.violation(name)}
          onChange={({ currentTarget: { value } }) => {
            leaving.dirty.current = true;
            setTyped({ ...typed, [name]: value });
          }}
        />
      ))}
      {act.problem && (
        <p role="alert" className={classes.fault}>
          {act.problem.message}
        </p>
      )}
      <ActFooter act={act} label="Enregistrer" onLeave={leaving.ask} />
    </Stack>
  );
}
