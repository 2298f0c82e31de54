// The platform as seller: what its invoices must say, and the delay before a suspension (decision 101).
import { Alert, NumberInput, Skeleton, Stack, Textarea, TextInput } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { readSeller, type Seller, saveSeller } from '#core/payments/invoice-calls.ts';
import { ActFooter } from '#ui/ActFooter.tsx';
import { useAct, useActKey } from '#ui/client/act.ts';
import { call } from '#ui/client/call.ts';
import { useFreshCall } from '#ui/client/fresh.ts';
import { queryClient } from '#ui/client/queries.tsx';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import { type Leaving, useLeaving } from '#ui/leaving.ts';
import { notifySuccess } from '#ui/notify.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import classes from './payments.module.css';

const labels = {
  name: 'Raison sociale',
  legalStatus: 'Forme juridique',
  siret: 'SIRET',
  vatNumber: 'Numéro de TVA',
  rcs: 'RCS',
  street: 'Rue',
  zipcode: 'Code postal',
  city: 'Ville',
  email: 'E-mail',
} as const;

export default function SellerDialog({ onClose }: { onClose(): void }): ReactElement {
  const { data, error, refetch } = useFreshCall(readSeller);
  const leaving = useLeaving(onClose);
  return (
    <DialogAbove opened onClose={leaving.ask} title="Vendeur des factures d’agence" size="lg" centered>
      {error && !data ? (
        <ReadFailure title="Le vendeur n’a pas pu être lu" message={error.message} onRetry={() => void refetch()} />
      ) : data ? (
        <SellerForm seller={data.seller} version={data.version} ways={data} leaving={leaving} onClose={onClose} />
      ) : (
        <Skeleton height={240} role="status" aria-label="Chargement" />
      )}
    </DialogAbove>
  );
}

function SellerForm({
  seller,
  version,
  ways,
  leaving,
  onClose,
}: {
  seller: Seller;
  version: number;
  ways: { cards: boolean; debits: boolean };
  leaving: Leaving;
  onClose(): void;
}): ReactElement {
  const [draft, setDraft] = useState(seller);
  const put = (more: Partial<Seller>): void => {
    leaving.dirty.current = true;
    setDraft((before) => ({ ...before, ...more }));
  };
  // A refresh behind the form changes neither.
  const [read] = useState(version);
  const keyOf = useActKey();
  const act = useAct(async () => {
    const input = { ...draft, version: read };
    await call(saveSeller, { input, key: keyOf(input) });
    notifySuccess('Vendeur enregistré');
    await queryClient.invalidateQueries({ queryKey: [readSeller.name] });
    onClose();
  });
  return (
    <Stack inert={act.busy}>
      <Alert color="gray">
        {`Cartes (Stripe) : ${ways.cards ? 'configurées' : 'non configurées'} · Prélèvements (GoCardless) : ${ways.debits ? 'configurés' : 'non configurés'}`}
      </Alert>
      <div className={classes.choices}>
        {(Object.keys(labels) as (keyof typeof labels)[]).map((name) => (
          <TextInput
            key={name}
            label={labels[name]}
            value={draft[name] ?? ''}
            error={act.violation(name)}
            onChange={({ currentTarget }) =>
              put({
                [name]:
                  name === 'name'
                    ? currentTarget.value
                    : currentTarget.value.trim() === ''
                      ? null
                      : currentTarget.value,
              })
            }
          />
        ))}
        <NumberInput
          label="Capital (€)"
          min={0}
          decimalSeparator=","
          value={draft.capital ?? ''}
          onChange={(value) => put({ capital: typeof value === 'number' ? value : null })}
        />
        <NumberInput
          label="Suspension après l’échéance (jours)"
          min={0}
          max={365}
          allowDecimal={false}
          value={draft.suspensionDays}
          onChange={(value) => typeof value === 'number' && put({ suspensionDays: value })}
        />
      </div>
      <Textarea
        label="Coordonnées bancaires"
        autosize
        minRows={2}
        value={draft.bankDetails ?? ''}
        onChange={({ currentTarget }) => put({ bankDetails: currentTarget.value || null })}
      />
      {act.problem && (
        <p role="alert" className={classes.fault}>
          {act.problem.message}
        </p>
      )}
      <ActFooter act={act} label="Enregistrer" onLeave={leaving.ask} />
    </Stack>
  );
}
