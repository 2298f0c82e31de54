// The form that corrects a service which is over.
import { type ReactNode, useMemo } from 'react';
import { correctService } from '#core/planning/lifecycle-calls.ts';
import { Service } from '#core/planning/service.ts';
import { call } from '#ui/client/call.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import type { DialogExtras, PartProps } from '#ui/EntityDialog/extras.ts';
import { RecordForm } from '#ui/EntityDialog/RecordForm.tsx';
import type { AnyRow } from '#ui/moves.ts';
import { correctionOf } from './correction.ts';

const extras: DialogExtras = {
  only: (field) => field !== Service.fields.confirmed,
  async send({ reason, id, ...service }, _row, key) {
    const answer = await call(correctService, {
      params: { id: String(id) },
      input: { reason: String(reason), service },
      key,
    });
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
