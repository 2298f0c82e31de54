// « Corriger », for a service that is over: edits the fields frozen by its state, with a reason stored in the history.
import { lazy } from 'react';
import { type Entity, flatFields } from '#core/kernel/entity.ts';
import { type Fields, text } from '#core/kernel/field.ts';
import { frozenReason, isFrozen } from '#core/kernel/frozen.ts';
import { messages } from '#core/kernel/problem.ts';
import { correctService } from '#core/planning/lifecycle-calls.ts';
import { Service } from '#core/planning/service.ts';
import type { Right } from '#core/rights.ts';
import type { DialogPart } from '#ui/EntityDialog/extras.ts';
import { IconPencil } from '#ui/icons.ts';
import type { AnyRow } from '#ui/moves.ts';

const reason = text('Motif', {
  section: 'Correction',
  required: true,
  max: 500,
  multiline: true,
  help: 'Conservé dans l’historique avec ce qui a été corrigé.',
});

/** The form of a correction: the reason, then the fields that the row's state freezes. */
export function correctionOf(row: AnyRow): Entity {
  const frozen = flatFields(Service.fields).filter(
    ([path, field]) => field.written === 'form' && field.kind !== 'status' && isFrozen(Service, row, path),
  );
  const fields: Fields = { reason, ...Object.fromEntries(frozen) };
  return {
    ...(Service as Entity),
    saved: 'Service corrigé',
    fields,
    machine: null,
    check: (draft) => [
      ...(Service.check?.(draft as never) ?? []),
      ...((draft as { reason?: string | null }).reason ? [] : [{ path: 'reason', message: messages.required }]),
    ],
  };
}

export const correctionPart: DialogPart = {
  key: 'correction',
  label: 'Corriger',
  icon: IconPencil,
  when: (row, session) =>
    session.scope === 'agency' &&
    session.can(correctService.mounts.agency as readonly Right[]) &&
    frozenReason(Service, row) !== null,
  Content: lazy(() => import('./Correction.tsx')),
};
