// The sheet of an assignment: who holds what, what came back, and its restitution.
import { Button } from '@mantine/core';
import type { ReactElement } from 'react';
import type { Row } from '#core/kernel/entity.ts';
import { StockAssignment } from '#core/stock/assignment.ts';
import { restituted, restitutionStatuses } from '#core/stock/assignment-status.ts';
import { useSession } from '#ui/client/session.ts';
import { today } from '#ui/clock.ts';
import type { SummaryProps } from '#ui/EntityDialog/extras.ts';
import { formatDay, formatNumber } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { useView } from '#ui/view.ts';
import { Block, Facts, Linked, Summary, type Wrong } from '../summary/parts.tsx';
import { takenBack, useStockActs } from './useStockActs.tsx';

export default function AssignmentSummary({ row }: SummaryProps): ReactElement {
  const assignment = row as unknown as Row<typeof StockAssignment>;
  const { scope, can } = useSession();
  const { zone } = useLocale();
  const view = useView(StockAssignment);
  const acts = useStockActs();
  const mayEdit = scope === 'agency' && can(['editStockReferenceAssignment']);
  const { restitutionDate, agent, site, stockReference } = assignment;
  const isLate = assignment.outstanding > 0 && restitutionDate !== null && restitutionDate < today(zone);
  const wrongs: Wrong[] = isLate
    ? [
        {
          what: `À restituer depuis le ${formatDay(restitutionDate)}`,
          remedy: `Il en manque ${formatNumber(assignment.outstanding)}.`,
          act: mayEdit ? { label: 'Restituer', run: () => acts.restitute(assignment) } : null,
        },
      ]
    : [];
  return (
    <Summary wrongs={scope === 'agency' ? wrongs : []}>
      <Block title="Affectation">
        <Facts
          facts={[
            [
              'Référence',
              <Linked key="reference" entity="stockReference" id={stockReference.id}>
                {stockReference.name}
              </Linked>,
            ],
            [
              'Collaborateur',
              agent && (
                <Linked key="agent" entity="agent" id={agent.id}>
                  {agent.name}
                </Linked>
              ),
            ],
            [
              'Site',
              site && (
                <Linked key="site" entity="site" id={site.id}>
                  {site.name}
                </Linked>
              ),
            ],
            ['Quantité', formatNumber(assignment.quantity)],
            ['Affecté le', formatDay(assignment.assignmentDate)],
            ['À restituer le', restitutionDate && formatDay(restitutionDate)],
            ['Commentaire', assignment.comment],
          ]}
        />
      </Block>
      <Block
        title="Restitution"
        action={
          mayEdit &&
          (assignment.status === restituted ? (
            <Button size="compact-sm" variant="default" onClick={() => takenBack(row)}>
              Annuler la restitution
            </Button>
          ) : (
            <Button size="compact-sm" onClick={() => acts.restitute(assignment)}>
              Restituer
            </Button>
          ))
        }
      >
        <Facts
          facts={[
            ['État', restitutionStatuses[assignment.restitutionStatus]],
            ['À restituer', assignment.outstanding > 0 && formatNumber(assignment.outstanding)],
            ['Restitué', assignment.quantityReturned > 0 && formatNumber(assignment.quantityReturned)],
            [
              'Perdu ou détruit',
              view.sees('quantityLost') && assignment.quantityLost > 0 && formatNumber(assignment.quantityLost),
            ],
            ['Le', assignment.restitutedAt && formatDay(assignment.restitutedAt)],
          ]}
        />
      </Block>
      {acts.dialogs}
    </Summary>
  );
}
