// The sheet of a reference: what is left, who holds the rest, and its movements.
import { Button } from '@mantine/core';
import type { ReactElement } from 'react';
import type { Row } from '#core/kernel/entity.ts';
import { StockAction } from '#core/stock/action.ts';
import { StockReference, stockActions, stockTypes } from '#core/stock/reference.ts';
import { useSession } from '#ui/client/session.ts';
import { today } from '#ui/clock.ts';
import type { SummaryProps } from '#ui/EntityDialog/extras.ts';
import { formatDay, formatMoney, formatNumber } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { newRecord } from '#ui/shell/records.ts';
import { useOpenSheet } from '#ui/shell/sheets.ts';
import { useView } from '#ui/view.ts';
import { Block, Facts, LineMain, Lines, Linked, Note, Summary, type Wrong } from '../summary/parts.tsx';
import { LevelBadge } from './labels.tsx';
import { useStockActs } from './useStockActs.tsx';

type ReferenceRow = Row<typeof StockReference>;

/** Red when nothing is left, orange when little is. */
const wrongsOf = ({ level, quantity, lowStockLevel }: ReferenceRow, add: (() => void) | null): Wrong[] =>
  level === 'OUT'
    ? [
        {
          what: 'Rupture de stock',
          remedy: 'Il n’en reste aucune pièce à affecter.',
          act: add && { label: 'Noter une entrée', run: add },
        },
      ]
    : level === 'LOW'
      ? [
          {
            ...{ what: 'Stock bas', tone: 'orange' as const },
            remedy: `Il en reste ${formatNumber(quantity)}, pour un seuil de ${formatNumber(lowStockLevel ?? 0)}.`,
            act: add && { label: 'Noter une entrée', run: add },
          },
        ]
      : [];

export default function ReferenceSummary({ row }: SummaryProps): ReactElement {
  const reference = row as unknown as ReferenceRow;
  const { scope, can } = useSession();
  const { zone, currency } = useLocale();
  const view = useView(StockReference);
  const openSheet = useOpenSheet();
  const acts = useStockActs();
  const isStaff = scope === 'agency';
  const named = { id: reference.id, name: reference.title };
  const add =
    isStaff && can(['editStockReference'])
      ? () =>
          openSheet({
            ...{ entity: StockAction.name, id: newRecord },
            initial: { stockReference: named, action: 100, date: today(zone) },
          })
      : null;
  const current = (reference.assignments ?? []).filter(({ outstanding }) => outstanding > 0);
  return (
    <Summary wrongs={isStaff ? wrongsOf(reference, add) : []}>
      <Block title="Référence">
        <Facts
          facts={[
            ['Référence', reference.reference],
            ['Types', reference.types.map((type) => stockTypes[type]).join(', ')],
            ['Achetée le', view.sees('purchaseDate') && reference.purchaseDate && formatDay(reference.purchaseDate)],
            [
              'Prix d’achat',
              view.sees('purchasePrice') &&
                reference.purchasePrice != null &&
                formatMoney(reference.purchasePrice, currency),
            ],
            ['Description', reference.description],
          ]}
        />
      </Block>
      <Block title="Quantités">
        <Facts
          facts={[
            ['Niveau', view.sees('level') && <LevelBadge key="level" level={reference.level} />],
            ['Disponible', view.sees('quantity') && formatNumber(reference.quantity)],
            [isStaff ? 'Affecté' : 'Sur vos sites', formatNumber(reference.quantityAssigned)],
            ['Total', view.sees('quantity') && formatNumber(reference.quantity + reference.quantityAssigned)],
            [
              'Seuil de stock bas',
              view.sees('lowStockLevel') && reference.lowStockLevel !== null && formatNumber(reference.lowStockLevel),
            ],
          ]}
        />
      </Block>
      {view.sees('assignments') && (
        <Block
          title="Affectations"
          action={
            isStaff &&
            reference.status === 100 &&
            can(['createStockReferenceAssignment']) && (
              <Button size="compact-sm" onClick={() => acts.assign({ reference: named })}>
                Affecter
              </Button>
            )
          }
        >
          <Lines of={current} keyOf={({ id }) => id} empty="Rien n’est affecté.">
            {(one) => (
              <>
                <LineMain>
                  {one.agent && (
                    <Linked entity="agent" id={one.agent.id}>
                      {one.agent.name}
                    </Linked>
                  )}
                  {one.agent && one.site && ', '}
                  {one.site && (
                    <Linked entity="site" id={one.site.id}>
                      {one.site.name}
                    </Linked>
                  )}
                  <Note>{` × ${formatNumber(one.outstanding)}`}</Note>
                </LineMain>
                <Note>
                  {one.restitutionDate
                    ? `jusqu’au ${formatDay(one.restitutionDate)}`
                    : `depuis le ${formatDay(one.assignmentDate)}`}
                </Note>
                {isStaff && can(['editStockReferenceAssignment']) && (
                  <Button
                    size="compact-xs"
                    variant="default"
                    onClick={() => acts.restitute({ ...one, label: reference.title })}
                  >
                    Restituer
                  </Button>
                )}
              </>
            )}
          </Lines>
        </Block>
      )}
      {view.sees('actions') && (
        <Block
          title="Mouvements"
          action={
            add && (
              <Button size="compact-sm" variant="default" onClick={add}>
                Noter une action
              </Button>
            )
          }
        >
          <Lines of={reference.actions.slice(0, 12)} keyOf={({ id }) => id} empty="Aucun mouvement.">
            {({ action, quantity, date, effectiveDate, comment }) => (
              <>
                <LineMain>
                  {stockActions[action]}{' '}
                  <Note>{action === 300 ? '' : `${action === 100 ? '+' : '−'}${formatNumber(quantity)}`}</Note>
                  {comment && <Note>{` ${comment}`}</Note>}
                </LineMain>
                <Note>
                  {formatDay(date)}
                  {effectiveDate && `, échéance le ${formatDay(effectiveDate)}`}
                </Note>
              </>
            )}
          </Lines>
        </Block>
      )}
      {acts.dialogs}
    </Summary>
  );
}
