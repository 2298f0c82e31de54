// The sheet of a commercial contract: its terms, prices and flat amounts as they are today, and its revisions.
import { Button } from '@mantine/core';
import { lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react';
import { expiryState } from '#core/agents/expiry.ts';
import type { CommercialContract } from '#core/commercial/contract.ts';
import { periodicities } from '#core/commercial/flats.ts';
import { coefficientOn, revised } from '#core/commercial/terms.ts';
import { CustomerContract } from '#core/contracts/contract.ts';
import { priceLabels } from '#core/customers/prices.ts';
import type { Endpoint } from '#core/kernel/endpoint.ts';
import type { Entity, Row } from '#core/kernel/entity.ts';
import type { Machine } from '#core/kernel/machine.ts';
import { formatDecimal, formatMoney, priceDecimals, scaleOf } from '#core/kernel/money.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { daysAfter, monthNames } from '#core/planning/days.ts';
import { endpointsOf } from '#ui/client/call.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { today } from '#ui/clock.ts';
import type { SummaryProps } from '#ui/EntityDialog/extras.ts';
import { plural } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { StatusBadge } from '#ui/kinds.tsx';
import { Block, Facts, LineMain, Lines, Linked, Note, Summary, type Wrong } from '../summary/parts.tsx';
import { TransfersBlock } from '../transfer/Transfers.tsx';

const RevisionDialog = lazy(() => import('./RevisionDialog.tsx'));

type ContractRow = Row<typeof CommercialContract>;

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Its end, its notice and its revision, as soon as they come near. */
function wrongsOf(contract: ContractRow, day: string, revise: (() => void) | null): Wrong[] {
  const { endDate, noticeUntil, indexation, renewalMonths, denouncedOn } = contract;
  const wrongs: Wrong[] = [];
  const goesOn = renewalMonths > 0 && !denouncedOn;
  if (!goesOn && endDate && expiryState(endDate, day) === 'EXPIRED')
    wrongs.push({ what: `Terminé le ${frenchDay(endDate)}`, remedy: 'Prolongez-le, ou archivez-le.' });
  else if (noticeUntil && !['VALID', 'EXPIRED'].includes(expiryState(noticeUntil, day)))
    wrongs.push({
      what: `À dénoncer au plus tard le ${frenchDay(noticeUntil)}`,
      remedy: goesOn
        ? `Sinon il est reconduit pour ${renewalMonths} mois à partir du ${frenchDay(daysAfter(endDate as string, 1))}.`
        : `Il prend fin le ${frenchDay(endDate as string)}.`,
      tone: 'orange' as const,
    });
  if (indexation.priceIndex && indexation.revisionDate && indexation.revisionDate <= day)
    wrongs.push({
      what: `Prix à réviser depuis le ${frenchDay(indexation.revisionDate)}`,
      ...{ tone: 'orange' as const, act: revise && { label: 'Réviser les prix', run: revise } },
    });
  return wrongs;
}

const papers = endpointsOf(CustomerContract as Entity).list;

/** Decision 103: it is signed through these. */
function Papers({ contract }: { contract: string }): ReactNode {
  const { data } = useCall(papers as Endpoint, {
    input: { filters: { commercialContract: [contract], archived: true } },
  });
  const rows = ((data as Record<string, unknown> | undefined)?.[CustomerContract.plural] ?? []) as Row<
    typeof CustomerContract
  >[];
  if (rows.length === 0) return null;
  return (
    <Block title="Contrats à signer">
      <Lines of={rows} keyOf={({ id }) => id} empty="">
        {({ id, title, reference, status }) => (
          <>
            <LineMain>
              <Linked entity="customerContract" id={id}>
                {[title, reference].filter(Boolean).join(' · ')}
              </Linked>
            </LineMain>
            <StatusBadge machine={CustomerContract.machine as Machine} code={status} />
          </>
        )}
      </Lines>
    </Block>
  );
}

export default function ContractSummary({ row }: SummaryProps): ReactElement {
  const contract = row as unknown as ContractRow;
  const { can } = useSession();
  const { zone, currency } = useLocale();
  const [revising, setRevising] = useState(false);
  const day = today(zone);
  const { indexation } = contract;
  const revise = can(['editCustomerContract']) && indexation.priceIndex ? () => setRevising(true) : null;
  const coefficient = coefficientOn(
    contract.revisions.map((one) => ({ date: one.date ?? '', coefficient: one.coefficient ?? 1 })),
    day,
  );
  const price = (amount: number): string =>
    formatMoney(revised(amount, coefficient, scaleOf(currency)), currency, priceDecimals);
  return (
    <>
      <Summary wrongs={wrongsOf(contract, day, revise)}>
        <Block title="Contrat">
          <Facts
            facts={[
              [
                'Client',
                <Linked key="c" entity="customer" id={contract.customer.id}>
                  {contract.customer.name}
                </Linked>,
              ],
              ['Sites', contract.sites.length === 0 ? 'Tous' : contract.sites.map(({ name }) => name).join(', ')],
              ['Du', frenchDay(contract.startDate)],
              ['Au', contract.endDate ? frenchDay(contract.endDate) : 'Sans terme'],
              ['Préavis', contract.noticeMonths > 0 && `${contract.noticeMonths} mois`],
              ['À dénoncer avant le', contract.noticeUntil && frenchDay(contract.noticeUntil)],
              ['Reconduction tacite', contract.renewalMonths > 0 && `${contract.renewalMonths} mois`],
              ['Dénoncé le', contract.denouncedOn && frenchDay(contract.denouncedOn)],
              ['Alerte', contract.alertDays > 0 && `${plural(contract.alertDays, 'jour')} avant`],
              ['Suivi de facturation', contract.billingFollowUp && 'À son terme'],
              ['Commentaire', contract.comment],
            ]}
          />
        </Block>
        <Papers contract={contract.id} />
        <Block title="Prix">
          <Lines of={contract.prices} keyOf={({ id }) => id} empty="Ceux du client, puis de l’agence.">
            {({ priceKey, specialty, amount, factor }) => (
              <>
                <LineMain>{[priceLabels[priceKey], specialty?.name].filter(Boolean).join(', ')}</LineMain>
                <Note>{amount === null ? `× ${formatDecimal(factor ?? 1)}` : price(amount)}</Note>
              </>
            )}
          </Lines>
        </Block>
        <Block title="Forfaits">
          <Lines of={contract.flats} keyOf={({ id }) => id} empty="Aucun forfait.">
            {({ label, amount, months }) => (
              <>
                <LineMain>{label}</LineMain>
                <Note>
                  {[
                    price(amount),
                    months.length > 0
                      ? months.map((month) => monthNames[month - 1]).join(', ')
                      : `${periodicities[contract.periodicity].toLowerCase()}${contract.smoothing ? ', lissé' : ''}`,
                  ].join(' · ')}
                </Note>
              </>
            )}
          </Lines>
        </Block>
        {contract.endDate &&
          contract.sites.map((site) => (
            // The staff of a site goes with it, the day after the end.
            <TransfersBlock
              key={site.id}
              site={site}
              contract={{ id: contract.id, name: contract.title }}
              transferDate={daysAfter(contract.endDate as string, 1)}
              titled={contract.sites.length > 1}
            />
          ))}
        {indexation.priceIndex && (
          <Block
            title="Indexation"
            action={
              revise && (
                <Button size="compact-sm" variant="default" onClick={revise}>
                  Réviser les prix
                </Button>
              )
            }
          >
            <Facts
              facts={[
                [
                  'Indice',
                  <Linked key="i" entity="priceIndex" id={indexation.priceIndex.id}>
                    {indexation.priceIndex.name}
                  </Linked>,
                ],
                [
                  'Formule',
                  `P = P0 × (${formatDecimal(indexation.fixedShare ?? 0, 4)} + ${formatDecimal(indexation.indexShare ?? 0, 4)} × indice ÷ ${formatDecimal(indexation.baseValue ?? 0, 4)})`,
                ],
                ['Prochaine révision', indexation.revisionDate && frenchDay(indexation.revisionDate)],
              ]}
            />
            <Lines of={contract.revisions} keyOf={({ id }) => id} empty="Prix d’origine, jamais révisés.">
              {({ date, indexValue, coefficient: by }) => (
                <>
                  <LineMain>{capital(`depuis le ${frenchDay(date ?? '')}`)}</LineMain>
                  <Note>{`indice ${formatDecimal(indexValue ?? 0, 4)}, coefficient ${formatDecimal(by ?? 1, 6)}`}</Note>
                </>
              )}
            </Lines>
          </Block>
        )}
      </Summary>
      <Suspense>
        {revising && (
          <RevisionDialog
            contract={contract.id}
            date={indexation.revisionDate ?? day}
            onClose={() => setRevising(false)}
          />
        )}
      </Suspense>
    </>
  );
}
