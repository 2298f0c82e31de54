// « Dates d'abonnements » and « Options d'abonnements » of all agencies, for the platform (Z-010).
import { Alert, Modal, NumberInput, Stack, Text } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import type { Row } from '#core/kernel/entity.ts';
import { saveQuotas, subscriptionMessages } from '#core/subscriptions/calls.ts';
import { AgencySubscription } from '#core/subscriptions/subscription.ts';
import { ActFooter } from '#ui/ActFooter.tsx';
import { useAct } from '#ui/client/act.ts';
import { call, endpointsOf } from '#ui/client/call.ts';
import { invalidateEntity, useCall } from '#ui/client/queries.tsx';
import { IconSettings } from '#ui/icons.ts';
import { notifySuccess } from '#ui/notify.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { EntityTable } from '#ui/Table/EntityTable.tsx';

export const Dates = (props: ScreenProps): ReactElement => (
  <EntityTable of={AgencySubscription} {...props} add={false} />
);

type Quotas = Omit<NonNullable<Row<typeof AgencySubscription>['buyer']>, 'id'>;

const labels: Readonly<Record<keyof Quotas, string>> = {
  agentsLimit: 'Fiches collaborateurs, au plus',
  accountsLimit: 'Comptes, au plus',
  freeAccounts: 'Comptes offerts',
  remainingSheets: 'Fiches prépayées restantes',
  prepaidSignatures: 'Signatures prépayées restantes',
  prepaidPayslips: 'Fiches de paie prépayées restantes',
};
const names = Object.keys(labels) as (keyof Quotas)[];

export function PlanOptions(props: ScreenProps): ReactElement {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <>
      <EntityTable
        of={AgencySubscription}
        {...props}
        add={false}
        rowActions={[{ key: 'quotas', label: 'Quotas', icon: IconSettings, run: ({ id }) => setOpen(id) }]}
      />
      {open ? <QuotaDialog id={open} onClose={() => setOpen(null)} /> : null}
    </>
  );
}

function QuotaDialog({ id, onClose }: { id: string; onClose(): void }): ReactElement {
  const { data, error, refetch } = useCall(endpointsOf(AgencySubscription).read, { params: { id } });
  const row = (data as { agencySubscription?: Row<typeof AgencySubscription> } | undefined)?.agencySubscription;
  return (
    <Modal opened onClose={onClose} title={row ? `Quotas de ${row.agencyName}` : 'Quotas'}>
      {error && !row ? (
        <ReadFailure title="Les quotas n’ont pas pu être lus" message={error.message} onRetry={() => void refetch()} />
      ) : row?.buyer ? (
        <QuotaForm id={id} first={row.buyer} onClose={onClose} />
      ) : (
        <Text role="status">Chargement…</Text>
      )}
    </Modal>
  );
}

function QuotaForm({ id, first, onClose }: { id: string; first: Quotas; onClose(): void }): ReactElement {
  const [typed, setTyped] = useState<Quotas>(first);
  const save = useAct(async () => {
    const input = Object.fromEntries(names.map((name) => [name, typed[name]]));
    await call(saveQuotas, { params: { id }, input: { ...input, freeAccounts: typed.freeAccounts ?? 0 } });
    await invalidateEntity(AgencySubscription);
    notifySuccess(subscriptionMessages.saved);
    onClose();
  });
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        Un champ vide : sans limite.
      </Text>
      {names.map((name) => (
        <NumberInput
          key={name}
          label={labels[name]}
          min={0}
          max={1_000_000}
          allowDecimal={false}
          value={typed[name] ?? ''}
          onChange={(value) => setTyped({ ...typed, [name]: typeof value === 'number' ? value : null })}
        />
      ))}
      {save.problem ? <Alert color="red">{save.problem.message}</Alert> : null}
      <ActFooter act={save} label="Enregistrer" onLeave={onClose} />
    </Stack>
  );
}
