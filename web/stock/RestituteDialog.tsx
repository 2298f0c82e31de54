// What comes back of an assignment, and what is lost.
import { Stack, Text } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import type { Row } from '#core/kernel/entity.ts';
import { day, integer, text } from '#core/kernel/field.ts';
import { StockAssignment } from '#core/stock/assignment.ts';
import { restituteAssignment } from '#core/stock/calls.ts';
import { mostPieces, StockReference } from '#core/stock/reference.ts';
import { ActFooter } from '#ui/ActFooter.tsx';
import { useAct } from '#ui/client/act.ts';
import { actKey, call } from '#ui/client/call.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import { today } from '#ui/clock.ts';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import { formatNumber } from '#ui/format.ts';
import { type Faults, FieldInput } from '#ui/kinds/inputs.tsx';
import { useLocale } from '#ui/kinds/locale.ts';
import { closing } from '#ui/leaving.ts';
import { notifySuccess } from '#ui/notify.ts';

const fields = {
  returned: integer('Restitué', { required: true, min: 0, max: mostPieces, help: 'Revient en stock.' }),
  lost: integer('Perdu ou détruit', { required: true, min: 0, max: mostPieces, help: 'Ne revient pas.' }),
  date: day('Date', { required: true }),
  comment: text('Commentaire', { max: 500 }),
};
type Name = keyof typeof fields;

export type Held = Pick<Row<typeof StockAssignment>, 'id' | 'label' | 'agent' | 'site' | 'outstanding'>;

export default function RestituteDialog({ of, onClose }: { of: Held; onClose(): void }): ReactElement {
  const { zone } = useLocale();
  const [initial] = useState<Record<Name, unknown>>({
    ...{ returned: of.outstanding, lost: 0, date: today(zone), comment: '' },
  });
  const [values, setValues] = useState(initial);
  const [key] = useState(actKey);
  const act = useAct(async () => {
    const { returned, lost, date, comment } = values;
    await call(restituteAssignment, {
      params: { id: of.id },
      input: { returned, lost, date, ...(comment ? { comment } : {}) },
      key,
    });
    const left = of.outstanding - Number(returned) - Number(lost);
    notifySuccess(left === 0 ? 'Matériel restitué' : `Restitution notée, il en reste ${formatNumber(left)}`);
    await Promise.all([invalidateEntity(StockAssignment), invalidateEntity(StockReference)]);
    onClose();
  });
  const faults: Faults = Object.fromEntries(
    (Object.keys(fields) as Name[]).flatMap((name): [string, string][] => {
      const fault = act.violation(name);
      return fault ? [[name, fault]] : [];
    }),
  );
  const leave = closing({ isTouched: JSON.stringify(values) !== JSON.stringify(initial), busy: act.busy, onClose });
  const sum = Number(values.returned ?? 0) + Number(values.lost ?? 0);
  return (
    <DialogAbove opened onClose={leave} title={`Restitution : ${of.label}`} centered>
      <Stack inert={act.busy}>
        <Text size="sm">
          {[of.agent?.name, of.site?.name].filter(Boolean).join(', ')}
          {` : ${formatNumber(of.outstanding)} à restituer.`}
        </Text>
        {(Object.keys(fields) as Name[]).map((name) => (
          <FieldInput
            key={name}
            field={fields[name]}
            path={name}
            value={values[name]}
            faults={faults}
            change={(path, value) => setValues((before) => ({ ...before, [path]: value }))}
            leave={() => undefined}
          />
        ))}
        {act.problem && Object.keys(faults).length === 0 && (
          <p role="alert" style={{ color: 'var(--mantine-color-error)', margin: 0 }}>
            {act.problem.message}
          </p>
        )}
        <ActFooter act={act} label="Noter la restitution" disabled={sum <= 0 || !values.date} onLeave={leave} />
      </Stack>
    </DialogAbove>
  );
}
