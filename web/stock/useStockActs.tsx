// Acts on stock from any screen: hand out, take back, print codes.
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import type { Reference } from '#core/kernel/field.ts';
import { StockAssignment } from '#core/stock/assignment.ts';
import { downloadStockCodes, takeBackAssignment } from '#core/stock/calls.ts';
import { StockReference } from '#core/stock/reference.ts';
import { actKey, call } from '#ui/client/call.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import { confirm } from '#ui/confirm.tsx';
import { IconArrowBackUp, IconArrowsExchange, IconPackage, IconQrcode } from '#ui/icons.ts';
import type { AnyRow } from '#ui/moves.ts';
import { notifyProblem, notifySuccess } from '#ui/notify.ts';
import type { BulkAction, RowAction } from '#ui/Table/RowMenu.tsx';
import type { Coded } from '../rounds/CodesDialog.tsx';
import type { AssignProps } from './AssignDialog.tsx';
import type { Held } from './RestituteDialog.tsx';

const AssignDialog = lazy(() => import('./AssignDialog.tsx'));
const RestituteDialog = lazy(() => import('./RestituteDialog.tsx'));
const CodesDialog = lazy(() => import('../rounds/CodesDialog.tsx'));

const coded: Coded = {
  endpoint: downloadStockCodes,
  list: 'stockReferences',
  file: 'QR codes du matériel.pdf',
  one: 'référence',
  many: 'références',
};

type Open = { assign: Omit<AssignProps, 'onClose'> } | { restitute: Held } | { codes: readonly AnyRow[]; done(): void };

async function takeBack(row: AnyRow): Promise<void> {
  const agreed = await confirm({
    title: 'Annuler la restitution ?',
    message: 'Le matériel quitte de nouveau le stock et redevient à restituer.',
    confirmLabel: 'Annuler la restitution',
    cancelLabel: 'Garder',
  });
  if (!agreed) return;
  await call(takeBackAssignment, { params: { id: row.id }, key: actKey() });
  notifySuccess('Restitution annulée');
  await Promise.all([invalidateEntity(StockAssignment), invalidateEntity(StockReference)]);
}

export const takenBack = (row: AnyRow): void => void takeBack(row).catch(notifyProblem);

export interface StockActs {
  assign(of: Omit<AssignProps, 'onClose'>): void;
  restitute(of: Held): void;
  ofReference: RowAction[];
  ofAssignment: RowAction[];
  bulk: BulkAction[];
  dialogs: ReactNode;
}

export function useStockActs(): StockActs {
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  const acts = useMemo(() => {
    const assign: StockActs['assign'] = (of) => setOpen({ assign: of });
    const restitute: StockActs['restitute'] = (of) => setOpen({ restitute: of });
    const codes = {
      key: 'codes',
      label: 'Imprimer les QR codes',
      icon: IconQrcode,
      rights: ['listStockReferences'],
    } as const;
    const ofReference: RowAction[] = [
      {
        key: 'assign',
        label: 'Affecter',
        icon: IconPackage,
        rights: ['createStockReferenceAssignment'],
        when: ({ status }) => status === 100,
        run: (row) => assign({ reference: { id: row.id, name: String(row.title) } as Reference }),
      },
      { ...codes, run: (row) => setOpen({ codes: [row], done: () => undefined }) },
    ];
    const ofAssignment: RowAction[] = [
      {
        key: 'restitute',
        label: 'Restituer',
        icon: IconArrowsExchange,
        rights: ['editStockReferenceAssignment'],
        when: ({ outstanding }) => Number(outstanding) > 0,
        run: (row) => restitute(row as unknown as Held),
      },
      {
        key: 'takeBack',
        label: 'Annuler la restitution',
        icon: IconArrowBackUp,
        rights: ['editStockReferenceAssignment'],
        when: ({ status }) => status !== 100,
        run: takenBack,
      },
    ];
    const bulk: BulkAction[] = [{ ...codes, run: (rows, done) => setOpen({ codes: rows, done }) }];
    return { assign, restitute, ofReference, ofAssignment, bulk };
  }, []);
  return {
    ...acts,
    dialogs: (
      <Suspense>
        {open && 'assign' in open && <AssignDialog {...open.assign} onClose={close} />}
        {open && 'restitute' in open && <RestituteDialog of={open.restitute} onClose={close} />}
        {open && 'codes' in open && <CodesDialog of={coded} points={open.codes} onDone={open.done} onClose={close} />}
      </Suspense>
    ),
  };
}
