// G-023: after a cancellation, whether the signatories are told.
import { contractCalls } from '#core/contracts/calls.ts';
import type { ContractKind } from '#core/contracts/variables.ts';
import { actKey, call } from '#ui/client/call.ts';
import { confirm } from '#ui/confirm.tsx';
import { notifyProblem, notifySuccess } from '#ui/notify.ts';

export async function offerNotice(kind: ContractKind, ids: readonly string[]): Promise<void> {
  const agreed = await confirm({
    title: 'Prévenir les signataires ?',
    message: 'Ils reçoivent un e-mail qui leur dit que le contrat est annulé.',
    confirmLabel: 'Prévenir par e-mail',
    cancelLabel: 'Ne pas prévenir',
  });
  if (!agreed) return;
  try {
    for (const id of ids) await call(contractCalls[kind].notifyCancelled, { params: { id }, key: actKey() });
    notifySuccess('Signataires prévenus');
  } catch (error) {
    notifyProblem(error);
  }
}
