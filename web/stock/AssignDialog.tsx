// Handing out pieces of a reference: to several agents and sites at once, each with his quantity (2 §3).
import { Alert, SimpleGrid, Stack } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import type { Row } from '#core/kernel/entity.ts';
import { day, integer, lines, type Reference, ref, text } from '#core/kernel/field.ts';
import { Problem } from '#core/kernel/problem.ts';
import { noHolder, StockAssignment } from '#core/stock/assignment.ts';
import { saveAssignments } from '#core/stock/calls.ts';
import { stockLevel } from '#core/stock/level.ts';
import { mostPieces, StockReference } from '#core/stock/reference.ts';
import { ActFooter } from '#ui/ActFooter.tsx';
import { useAct } from '#ui/client/act.ts';
import { actKey, call, endpointsOf } from '#ui/client/call.ts';
import { invalidateEntity, useCall } from '#ui/client/queries.tsx';
import { today } from '#ui/clock.ts';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import { formatNumber, plural } from '#ui/format.ts';
import { type Faults, FieldInput } from '#ui/kinds/inputs.tsx';
import { useLocale } from '#ui/kinds/locale.ts';
import { closing } from '#ui/leaving.ts';
import { notifySuccess } from '#ui/notify.ts';

const quantityToAssign = integer('Quantité', { required: true, default: 1, min: 1, max: mostPieces, width: 'half' });
const fields = {
  stockReference: ref('Référence', 'stockReference', { required: true }),
  userCompanies: lines(
    'Collaborateurs',
    { agent: ref('Collaborateur', 'agent', { required: true, width: 'half' }), quantityToAssign },
    { one: 'Collaborateur' },
  ),
  sites: lines(
    'Sites',
    { site: ref('Site', 'site', { required: true, width: 'half' }), quantityToAssign },
    { one: 'Site' },
  ),
  assignmentDate: day('Affecté le', { required: true, width: 'half' }),
  restitutionDate: day('À restituer le', { width: 'half', help: 'Vide : jusqu’à son départ.' }),
  comment: text('Commentaire', { max: 500 }),
};
type Name = keyof typeof fields;

interface Holder {
  agent?: Reference | null;
  site?: Reference | null;
  quantityToAssign?: number | null;
}

export interface AssignProps {
  reference?: Reference | undefined;
  agent?: Reference | undefined;
  site?: Reference | undefined;
  onClose(): void;
}

/** T-009: a warning only; more than what is left is refused. */
function Left({ id, wanted }: { id: string; wanted: number }): ReactElement | null {
  const { data } = useCall(endpointsOf(StockReference).read, { params: { id } });
  const row = (data as { stockReference: Row<typeof StockReference> } | undefined)?.stockReference;
  if (!row) return null;
  const level = stockLevel(row.quantity, row.lowStockLevel);
  if (row.quantity < wanted)
    return (
      <Alert color="red" role="status" title={level === 'OUT' ? 'Rupture de stock' : 'Stock insuffisant'}>
        {row.quantity <= 0
          ? 'Il n’en reste aucune pièce : notez d’abord une entrée ou une restitution.'
          : `Il en reste ${formatNumber(row.quantity)}, vous en affectez ${formatNumber(wanted)}.`}
      </Alert>
    );
  if (level === 'FINE') return null;
  return (
    <Alert color="orange" role="status" title={level === 'OUT' ? 'Rupture de stock' : 'Stock bas'}>
      {`Il en reste ${formatNumber(row.quantity)}${row.lowStockLevel === null ? '' : ` pour un seuil de ${formatNumber(row.lowStockLevel)}`}.`}
    </Alert>
  );
}

const fullOf = (holders: readonly Holder[]): Holder[] => holders.filter(({ agent, site }) => agent ?? site);

export default function AssignDialog({ reference, agent, site, onClose }: AssignProps): ReactElement {
  const { zone } = useLocale();
  const [initial] = useState<Record<Name, unknown>>({
    stockReference: reference ?? null,
    // Most are handed to one person.
    userCompanies: site ? [] : [{ agent: agent ?? null, quantityToAssign: 1 }],
    sites: site ? [{ site, quantityToAssign: 1 }] : [],
    assignmentDate: today(zone),
    restitutionDate: null,
    comment: null,
  });
  const [values, setValues] = useState(initial);
  const [key] = useState(actKey);
  const stockReference = values.stockReference as Reference | null;
  const [agents, sites] = [fullOf(values.userCompanies as Holder[]), fullOf(values.sites as Holder[])];
  const wanted = [...agents, ...sites].reduce((sum, { quantityToAssign: pieces }) => sum + (pieces ?? 0), 0);
  const act = useAct(async () => {
    if (agents.length + sites.length === 0) throw new Problem('invalid', noHolder);
    const { assignmentDate, restitutionDate, comment } = values;
    const draft = {
      ...{ stockReference, assignmentDate, restitutionDate, comment },
      userCompanies: agents,
      sites,
    };
    await call(saveAssignments, { input: { stockReferenceAssignments: [draft] }, key });
    notifySuccess(`${plural(wanted, 'pièce affectée', 'pièces affectées')}`);
    await Promise.all([invalidateEntity(StockAssignment), invalidateEntity(StockReference)]);
    onClose();
  });
  const faults: Faults = Object.fromEntries(
    (Object.keys(fields) as Name[]).flatMap((name): [string, string][] => {
      const fault = act.violation(`stockReferenceAssignments.0.${name}`);
      return fault ? [[name, fault]] : [];
    }),
  );
  const leave = closing({ isTouched: JSON.stringify(values) !== JSON.stringify(initial), busy: act.busy, onClose });
  const input = (name: Name): ReactElement => (
    <FieldInput
      field={fields[name]}
      path={name}
      value={values[name]}
      faults={faults}
      change={(path, value) => setValues((before) => changed(before, path, value))}
      leave={() => undefined}
    />
  );
  return (
    <DialogAbove opened onClose={leave} title="Affecter du matériel" size="lg">
      <Stack inert={act.busy}>
        {input('stockReference')}
        {stockReference && <Left id={stockReference.id} wanted={wanted} />}
        {input('userCompanies')}
        {input('sites')}
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {input('assignmentDate')}
          {input('restitutionDate')}
        </SimpleGrid>
        {input('comment')}
        {act.problem && Object.keys(faults).length === 0 && (
          <p role="alert" style={{ color: 'var(--mantine-color-error)', margin: 0 }}>
            {act.problem.message}
          </p>
        )}
        <ActFooter act={act} label="Affecter" disabled={!stockReference || !values.assignmentDate} onLeave={leave} />
      </Stack>
    </DialogAbove>
  );
}

/** A path may lead into a line: `userCompanies.0.agent`. */
function changed<V>(value: V, path: string, next: unknown): V {
  const [name, ...rest] = path.split('.');
  if (name === undefined) return value;
  const inner = (value as Record<string, unknown>)[name];
  const put = rest.length === 0 ? next : changed(inner, rest.join('.'), next);
  return (Array.isArray(value) ? value.toSpliced(Number(name), 1, put) : { ...value, [name]: put }) as V;
}
