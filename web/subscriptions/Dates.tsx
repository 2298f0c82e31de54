// « Dates d'abonnements » and « Options d'abonnements » of all agencies, for the platform (Z-010).
import { Alert, Modal, NumberInput, Select, Stack, Text } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import type { Endpoint } from '#core/kernel/endpoint.ts';
import type { Row } from '#core/kernel/entity.ts';
import { Problem } from '#core/kernel/problem.ts';
import {
  quotaLabels as labels,
  quotaNames as names,
  saveQuotas,
  subscriptionMessages,
} from '#core/subscriptions/calls.ts';
import { dayOptions, extended } from '#core/subscriptions/extending.ts';
import { AgencySubscription } from '#core/subscriptions/subscription.ts';
import { ActFooter } from '#ui/ActFooter.tsx';
import { useAct } from '#ui/client/act.ts';
import { call, endpointsOf } from '#ui/client/call.ts';
import { invalidateEntity, useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { today } from '#ui/clock.ts';
import { formatDay } from '#ui/format.ts';
import { IconCalendarEvent, IconSettings } from '#ui/icons.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { type Leaving, useLeaving } from '#ui/leaving.ts';
import { makeMove } from '#ui/moves.ts';
import { notifySuccess } from '#ui/notify.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { EntityTable } from '#ui/Table/EntityTable.tsx';

type Subscription = Row<typeof AgencySubscription>;

export function Dates(props: ScreenProps): ReactElement {
  const [open, setOpen] = useState<string | null>(null);
  const { flags } = useSession();
  return (
    <>
      <EntityTable
        of={AgencySubscription}
        {...props}
        add={false}
        rowActions={
          flags.isAdmin
            ? [{ key: 'extend', label: 'Prolonger', icon: IconCalendarEvent, run: ({ id }) => setOpen(id) }]
            : []
        }
      />
      {open ? (
        <SubscriptionDialog id={open} title="Prolonger l’abonnement" onClose={() => setOpen(null)}>
          {(row) => <ExtendForm row={row} onClose={() => setOpen(null)} />}
        </SubscriptionDialog>
      ) : null}
    </>
  );
}

/** Z-063 */
function ExtendForm({ row, onClose }: { row: Subscription; onClose(): void }): ReactElement {
  const { zone } = useLocale();
  const [chosen, setChosen] = useState<string>('5');
  const days = dayOptions.find(({ value }) => value === chosen)?.days ?? null;
  const next = extended(row, days, today(zone));
  const isOff = row.status === 200;
  const isEndless = row.status === 100 && row.endsOn === null;
  const extend = useAct(async () => {
    const { id } = row;
    // Opened first: if the save fails, another try prolongs once.
    if (isOff) {
      await makeMove(AgencySubscription, row, 'activate');
      await invalidateEntity(AgencySubscription, [id]);
    }
    await call(endpointsOf(AgencySubscription).save as Endpoint, { input: { id, ...next } });
    await invalidateEntity(AgencySubscription, [id]);
    notifySuccess('Abonnement prolongé');
    onClose();
  });
  return (
    <Stack gap="sm" inert={extend.busy}>
      <Select
        label="Durée"
        data={dayOptions.map(({ value, label }) => ({ value, label }))}
        value={chosen}
        onChange={(value) => setChosen(value ?? chosen)}
        allowDeselect={false}
      />
      <Text size="sm">
        {isEndless
          ? 'Cet abonnement est déjà sans fin.'
          : next.endsOn
            ? `Valable jusqu’au ${formatDay(next.endsOn)}.`
            : 'Valable sans fin.'}
        {isOff ? ' L’agence est rouverte.' : ''}
      </Text>
      {extend.problem ? <Alert color="red">{extend.problem.message}</Alert> : null}
      <ActFooter act={extend} label="Prolonger" disabled={isEndless} onLeave={onClose} />
    </Stack>
  );
}

type Quotas = Omit<NonNullable<Subscription['buyer']>, 'id'>;

const sent = (quotas: Quotas) => ({
  ...(Object.fromEntries(names.map((name) => [name, quotas[name]])) as Quotas),
  freeAccounts: quotas.freeAccounts ?? 0,
});

export function PlanOptions(props: ScreenProps): ReactElement {
  const [open, setOpen] = useState<string | null>(null);
  const leaving = useLeaving(() => setOpen(null));
  return (
    <>
      <EntityTable
        of={AgencySubscription}
        {...props}
        add={false}
        rowActions={[{ key: 'quotas', label: 'Quotas', icon: IconSettings, run: ({ id }) => setOpen(id) }]}
      />
      {open ? (
        <SubscriptionDialog id={open} title="Quotas" onClose={leaving.ask}>
          {({ id, buyer }) => (buyer ? <QuotaForm id={id} first={buyer} leaving={leaving} /> : null)}
        </SubscriptionDialog>
      ) : null}
    </>
  );
}

interface SubscriptionDialogProps {
  id: string;
  title: string;
  children(row: Subscription): ReactElement | null;
  onClose(): void;
}

/** The table shows fewer fields than a form needs. */
function SubscriptionDialog({ id, title, children, onClose }: SubscriptionDialogProps): ReactElement {
  const { data, error, refetch } = useCall(endpointsOf(AgencySubscription).read, { params: { id } });
  const row = (data as { agencySubscription?: Subscription } | undefined)?.agencySubscription;
  return (
    <Modal opened onClose={onClose} title={row ? `${title} de ${row.agencyName}` : title}>
      {error && !row ? (
        <ReadFailure title="L’abonnement n’a pas pu être lu" message={error.message} onRetry={() => void refetch()} />
      ) : row ? (
        children(row)
      ) : (
        <Text role="status">Chargement…</Text>
      )}
    </Modal>
  );
}

function QuotaForm({ id, first, leaving }: { id: string; first: Quotas; leaving: Leaving }): ReactElement {
  const [typed, setTyped] = useState<Quotas>(first);
  const [seen, setSeen] = useState<Quotas>(first);
  const save = useAct(async () => {
    try {
      await call(saveQuotas, { params: { id }, input: { ...sent(typed), seen: sent(seen) } });
    } catch (problem) {
      // He has read the new values: the next save is meant.
      if (problem instanceof Problem && problem.details.current) {
        const now = problem.details.current as Quotas;
        const isMine = (name: keyof Quotas): boolean => typed[name] !== seen[name];
        setTyped(Object.fromEntries(names.map((name) => [name, (isMine(name) ? typed : now)[name]])) as Quotas);
        setSeen(now);
      }
      throw problem;
    }
    await invalidateEntity(AgencySubscription);
    notifySuccess(subscriptionMessages.saved);
    leaving.dirty.current = false;
    leaving.ask();
  });
  return (
    <Stack gap="sm" inert={save.busy}>
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
          onChange={(value) => {
            leaving.dirty.current = true;
            setTyped({ ...typed, [name]: typeof value === 'number' ? value : null });
          }}
        />
      ))}
      {save.problem ? <Alert color="red">{save.problem.message}</Alert> : null}
      <ActFooter act={save} label="Enregistrer" onLeave={leaving.ask} />
    </Stack>
  );
}
