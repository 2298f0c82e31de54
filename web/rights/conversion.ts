// Converts a prospect to a customer (H-015): by hand here, later by its first invoice, with the same question.
import { Customer } from '#core/customers/customer.ts';
import { actKey, call, endpointsOf } from '#ui/client/call.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import { confirm } from '#ui/confirm.tsx';
import type { AnyRow } from '#ui/moves.ts';
import { notifyProblem, notifySuccess } from '#ui/notify.ts';

export const isProspect = (row: AnyRow): boolean =>
  (row.customerInfos as { prospect?: boolean } | undefined)?.prospect === true;

const setProspect = async (row: AnyRow, prospect: boolean): Promise<void> => {
  const { save } = endpointsOf(Customer);
  if (save) await call(save, { input: { id: row.id, customerInfos: { prospect } }, key: actKey() });
  await invalidateEntity(Customer);
};

export async function convertProspect(row: AnyRow): Promise<void> {
  const sure = await confirm({
    title: String(row.name),
    message: 'Ce prospect sera converti en client, confirmer ?',
    confirmLabel: 'Convertir',
  });
  if (!sure) return;
  try {
    await setProspect(row, false);
    notifySuccess('Prospect converti en client', { undo: () => void setProspect(row, true).catch(notifyProblem) });
  } catch (error) {
    notifyProblem(error);
  }
}
