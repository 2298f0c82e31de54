// The sheet of a commercial contract: its terms, prices and flat amounts as they are today, and its revisions.
import { Button } from '@mantine/core';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { expiryState } from '#core/agents/expiry.ts';
import type { CommercialContract } from '#core/commercial/contract.ts';
import { periodicities } from '#core/commercial/flats.ts';
import { coefficientOn, revised } from '#core/commercial/terms.ts';
import { priceLabels } from '#core/customers/prices.ts';
import type { Row } from '#core/kernel/entity.ts';
import { formatDecimal, formatMoney, priceDecimals, scaleOf } from '#core/kernel/money.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { daysAfter, monthNames } from '#core/planning/days.ts';
import { useSession } from '#ui/client/session.ts';
import { today } from '#ui/clock.ts';
import type { SummaryProps } from '#ui/EntityDialog/extras.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { Block, Facts, LineMain, Lines, Linked, Note, Summary, type Wrong } from '../summary/parts.tsx';
import { TransfersBlock } from '../transfer/Transfers.tsx';

const RevisionDialog = lazy(() => import('./RevisionDialog.tsx'));

type ContractRow = Row<typeof CommercialContract>;

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Its end, its notice and its revision, as soon as they come near. */
function wrongsOf(contract: ContractRow, day: string, revise: (() => void) | null): Wrong[] {
  const { endDate, noticeUntil, indexation } = contract;
  const wrongs: Wrong[] = [];
  if (endDate && expiryState(endDate, day) === 'EXPIRED')
    wrongs.push({ what: `Terminé le ${frenchDay(endDate)}`, remedy: 'Prolongez-le, ou archivez-le.' });
  else if (noticeUntil && !['VALID', 'EXPIRED'].includes(expiryState(noticeUntil, day)))
    wrongs.push({
      what: `À dénoncer au plus tard le ${frenchDay(noticeUntil)}`,
      ...{ remedy: `Il prend fin le ${frenchDay(endDate as string)}.`, tone: 'orange' as const },
    });
  if (indexation.priceIndex && indexation.revisionDate && indexation.revisionDate <= day)
    wrongs.push({
      what: `Prix à réviser depuis le ${frenchDay(indexation.revisionDate)}`,
      ...{ tone: 'orange' as const, act: revise && { label: 'Réviser les prix', run: revise } },
    });
  return wrongs;
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
              ['Commentaire', contract.comment],
            ]}
          />
        </Block>
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
