// Screens of stock: references, assignments, actions, what is due, and what a customer has on his sites.
import { lazy, type ReactElement, useMemo } from 'react';
import type { Reference } from '#core/kernel/field.ts';
import { StockAction, StockExpiration } from '#core/stock/action.ts';
import { StockAssignment } from '#core/stock/assignment.ts';
import { StockReference } from '#core/stock/reference.ts';
import { useSession } from '#ui/client/session.ts';
import { today } from '#ui/clock.ts';
import type { DialogExtras } from '#ui/EntityDialog/extras.ts';
import { EntityDialog } from '#ui/EntityDialog/index.tsx';
import { IconBox } from '#ui/icons.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import type { ScreenProps, SheetProps } from '#ui/shell/screen.ts';
import { useOpenSheet } from '#ui/shell/sheets.ts';
import { type Cells, EntityTable } from '#ui/Table/EntityTable.tsx';
import type { RowAction } from '#ui/Table/RowMenu.tsx';
import { DuePresets } from './DuePresets.tsx';
import { DescriptionCell, DueCell, LevelCell } from './labels.tsx';
import { useStockActs } from './useStockActs.tsx';

const referenceExtras: DialogExtras = { summary: lazy(() => import('./ReferenceSummary.tsx')) };
const assignmentExtras: DialogExtras = { summary: lazy(() => import('./AssignmentSummary.tsx')) };
const actionExtras: DialogExtras = { below: { Échéance: DuePresets } };

const referenceCells: Cells = { level: LevelCell, description: DescriptionCell };
const dueCells: Cells = { effectiveStatus: DueCell };

const referenceCard = { title: 'title', second: ['level', 'quantity', 'reference'] } as const;
const assignmentCard = { title: 'stockReference', second: ['agent', 'site', 'outstanding'], whole: true } as const;
const actionCard = { title: 'stockReference', second: ['action', 'quantity', 'date'], whole: true } as const;
const dueCard = { title: 'stockReference', second: ['effectiveStatus', 'effectiveDate', 'site'], whole: true } as const;

/** Of a customer, what is on his sites. */
export function References(props: ScreenProps): ReactElement {
  const acts = useStockActs();
  return (
    <>
      <EntityTable
        of={StockReference}
        {...props}
        extras={referenceExtras}
        cells={referenceCells}
        card={referenceCard}
        rowActions={acts.ofReference}
        bulkActions={acts.bulk}
      />
      {acts.dialogs}
    </>
  );
}

/** Those that are out; the others by the filter. */
const out = { status: [100, 200] };

/** Pieces are noted the day they are handed out. */
function useAssignedToday(): { assignmentDate: string } {
  const { zone } = useLocale();
  const day = today(zone);
  return useMemo(() => ({ assignmentDate: day }), [day]);
}

export function Assignments({ add, ...props }: ScreenProps): ReactElement {
  const acts = useStockActs();
  const { scope } = useSession();
  return (
    <>
      <EntityTable
        of={StockAssignment}
        {...props}
        add={add && (() => acts.assign({}))}
        initial={useAssignedToday()}
        extras={assignmentExtras}
        card={assignmentCard}
        rowActions={acts.ofAssignment}
        first={scope === 'agency' ? out : undefined}
      />
      {acts.dialogs}
    </>
  );
}

export function Actions(props: ScreenProps): ReactElement {
  const { zone } = useLocale();
  const day = today(zone);
  const initial = useMemo(() => ({ date: day }), [day]);
  return (
    <EntityTable
      of={StockAction}
      {...props}
      extras={actionExtras}
      cells={dueCells}
      card={actionCard}
      initial={initial}
    />
  );
}

export function StockExpirations(props: ScreenProps): ReactElement {
  const openSheet = useOpenSheet();
  const rowActions = useMemo(
    (): RowAction[] => [
      {
        key: 'reference',
        label: 'Ouvrir la référence',
        icon: IconBox,
        rights: ['listStockReferences'],
        run: ({ stockReference }) => openSheet({ entity: StockReference.name, id: (stockReference as Reference).id }),
      },
      {
        key: 'action',
        label: 'Traiter l’échéance',
        icon: IconBox,
        rights: ['editStockReference'],
        run: ({ id }) => openSheet({ entity: StockAction.name, id }),
      },
    ],
    [openSheet],
  );
  return (
    <EntityTable
      of={StockExpiration}
      {...props}
      add={false}
      cells={dueCells}
      card={dueCard}
      rowActions={rowActions}
      onOpen={rowActions[0]?.run}
    />
  );
}

/** T-027: with the right to both, by site. */
export function CustomerStocks(props: ScreenProps): ReactElement {
  const { can } = useSession();
  return can(['listStockReferenceAssignments']) ? <Assignments {...props} /> : <References {...props} />;
}

export const ReferenceSheet = (props: SheetProps): ReactElement => (
  <EntityDialog of={StockReference} extras={referenceExtras} {...props} />
);
export const AssignmentSheet = (props: SheetProps): ReactElement => (
  <EntityDialog
    of={StockAssignment}
    extras={assignmentExtras}
    {...props}
    initial={{ ...useAssignedToday(), ...props.initial }}
  />
);
export const ActionSheet = (props: SheetProps): ReactElement => (
  <EntityDialog of={StockAction} extras={actionExtras} {...props} />
);
