// « Préparer les factures »: the differences and what blocks first, then the drafts of those that are chosen.
import { Button, Checkbox, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { billedHoursModes } from '#core/agencies/settings/pay.ts';
import { Invoice } from '#core/billing/invoice.ts';
import { draftInvoices, type PreparedGroup, type PreparedLine, prepareInvoices } from '#core/commercial/calls.ts';
import { formatMoney, sum } from '#core/kernel/money.ts';
import { Problem } from '#core/kernel/problem.ts';
import { dayNumber, dayOfNumber } from '#core/planning/days.ts';
import { useAct, useActKey } from '#ui/client/act.ts';
import { call } from '#ui/client/call.ts';
import { invalidateEntity, useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { today } from '#ui/clock.ts';
import { confirm } from '#ui/confirm.tsx';
import { useLocale } from '#ui/kinds/locale.ts';
import { NotRead } from '#ui/NotRead.tsx';
import { notifySuccess } from '#ui/notify.ts';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { PeriodBar } from '../hours/PeriodBar.tsx';
import { type HoursPeriod, periodAround, periodTitle } from '../hours/period.ts';
import { Earlier } from './Earlier.tsx';
import { GroupRow } from './GroupRow.tsx';
import { PreparedProof } from './Proof.tsx';
import classes from './preparation.module.css';

/** The month that ended: the one to bill. */
const lastMonth = (day: string): HoursPeriod =>
  periodAround('month', dayOfNumber(dayNumber(`${day.slice(0, 7)}-01`) - 1), 1);

const isReady = ({ blocked }: PreparedGroup): boolean => blocked === null;

/** Ready, and nothing about it waits for a decision. */
const isClear = (group: PreparedGroup): boolean =>
  isReady(group) && group.unsettled.count === 0 && group.mentions === null && group.revisions.length === 0;

const invoices = (count: number): string => (count === 1 ? '1 facture' : `${count} factures`);

export default function Preparation({ title, description }: ScreenProps): ReactElement {
  const { zone } = useLocale();
  const { can } = useSession();
  const navigate = useNavigate();
  const [period, setPeriod] = useState(() => lastMonth(today(zone)));
  const days = { start: period.start, end: period.end };
  const asked = useCall(prepareInvoices, { input: days });
  const { data } = asked;
  /** Null: those that are clear. */
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const [proof, setProof] = useState<{ group: PreparedGroup; line: PreparedLine } | null>(null);
  const groups = data?.groups ?? [];
  const selected = groups.filter((group) => isReady(group) && (chosen ? chosen.has(group.key) : isClear(group)));
  const choose = (keys: readonly string[], isIn: boolean): void => {
    const next = new Set(selected.map(({ key }) => key));
    for (const key of keys)
      if (isIn) next.add(key);
      else next.delete(key);
    setChosen(next);
  };
  const change = (next: HoursPeriod): void => {
    setPeriod(next);
    setChosen(null);
  };
  const keyOf = useActKey();
  const create = useAct(async () => {
    const send = async (confirmed: boolean): Promise<string[]> => {
      const input = { ...days, groups: selected.map(({ key }) => key), ...(confirmed ? { confirmed } : {}) };
      return (await call(draftInvoices, { input, key: keyOf(input) })).invoices;
    };
    const made = await send(false).catch(async (error: unknown) => {
      const prospects = error instanceof Problem ? error.details.prospects : undefined;
      if (!prospects) throw error;
      const agreed = await confirm({
        ...{ title: (error as Problem).message, message: prospects.join(', '), confirmLabel: 'Convertir et créer' },
      });
      return agreed ? send(true) : null;
    });
    if (made === null) return;
    keyOf.renew();
    setChosen(null);
    await invalidateEntity(Invoice);
    notifySuccess(
      made.length === 0 ? 'Rien de nouveau à facturer' : `${invoices(made.length)} en brouillon, à contrôler`,
    );
    if (made.length > 0) void navigate({ to: '/factures' });
  });
  const currency = data?.currency ?? 'EUR';
  const ready = groups.filter(isReady);
  return (
    <div className={classes.page}>
      <PageHeader title={title} description={description} />
      <PeriodBar shown={{ period, payPeriodStart: 1, title: periodTitle(period, 1) }} onPeriod={change}>
        {can(['createInvoice']) && (
          <Button loading={create.busy} disabled={selected.length === 0} onClick={() => create.run()}>
            {selected.length === 0 ? 'Créer les brouillons' : `Créer les brouillons (${selected.length})`}
          </Button>
        )}
      </PeriodBar>
      {create.problem && (
        <Text size="sm" c="red" role="alert">
          {create.problem.message}
        </Text>
      )}
      <Earlier months={data?.earlier ?? []} onMonth={(month) => change(periodAround('month', `${month}-01`, 1))} />
      {!data ? (
        <NotRead
          of={asked}
          failure="La période n’a pas pu être préparée"
          reading="Préparation des factures"
          height={320}
        />
      ) : groups.length === 0 ? (
        <Text c="dimmed">Aucun service dans cette période.</Text>
      ) : (
        <>
          <p className={classes.intro}>
            {`${billedHoursModes[data.mode]}. ${invoices(selected.length)} sur ${groups.length} à créer, `}
            <b>{`${formatMoney(sum(selected.map(({ amount }) => amount)), currency)} HT`}</b>
            {'. Ce qui attend une décision n’est pas coché.'}
          </p>
          <table className={classes.groups}>
            <thead>
              <tr>
                <th scope="col">
                  <Checkbox
                    aria-label="Tout sélectionner"
                    checked={ready.length > 0 && selected.length === ready.length}
                    indeterminate={selected.length > 0 && selected.length < ready.length}
                    onChange={({ currentTarget }) =>
                      choose(
                        ready.map(({ key }) => key),
                        currentTarget.checked,
                      )
                    }
                  />
                </th>
                {['Client', 'Prévu', 'Réalisé', 'Écart', 'Montant HT', 'À voir'].map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            {groups.map((group) => (
              <GroupRow
                key={group.key}
                group={group}
                currency={currency}
                zone={zone}
                isChosen={selected.includes(group)}
                onChoose={(isIn) => choose([group.key], isIn)}
                onProof={(line) => setProof({ group, line })}
              />
            ))}
          </table>
        </>
      )}
      {proof && (
        <PreparedProof
          title={`${proof.group.customer.name} · ${proof.line.title}`}
          input={{ ...days, group: proof.group.key, line: proof.line.key }}
          currency={currency}
          onClose={() => setProof(null)}
        />
      )}
    </div>
  );
}
