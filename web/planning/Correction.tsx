// The form that corrects a service which is over.
import { type ReactNode, useMemo } from 'react';
import { Problem } from '#core/kernel/problem.ts';
import { correctService } from '#core/planning/lifecycle-calls.ts';
import { Service } from '#core/planning/service.ts';
import { call } from '#ui/client/call.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import type { DialogExtras, PartProps } from '#ui/EntityDialog/extras.ts';
import { RecordForm } from '#ui/EntityDialog/RecordForm.tsx';
import type { AnyRow } from '#ui/moves.ts';
import { correctionOf } from './correction.ts';

/** The form has the fields of the service beside the reason. */
function atFields(error: unknown): never {
  if (error instanceof Problem)
    for (const violation of error.details.violations ?? []) violation.path = violation.path.replace(/^service\./, '');
  throw error;
}

const extras: DialogExtras = {
  only: (field) => field !== Service.fields.confirmed,
  async send({ reason, id, ...service }, _row, key) {
    const answer = await call(correctService, {
      params: { id: String(id) },
      input: { reason: String(reason), service },
      key,
    }).catch(atFields);
    void invalidateEntity(Service);
    return answer.service as AnyRow;
  },
};

export default function Correction({ row, page, mayLeave, onClose }: PartProps): ReactNode {
  // Another state freezes other fields.
  const of = useMemo(() => correctionOf({ id: row.id, status: row.status }), [row.id, row.status]);
  return (
    <RecordForm
      of={of}
      page={`${page}.correction`}
      row={row}
      extras={extras}
      mayLeave={mayLeave}
      onClose={onClose}
      onCancel={onClose}
    />
  );
}
