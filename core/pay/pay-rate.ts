// Rates that an agency sets in place of those of the branch (AC-018; law.md section 1: dated data).
import { entity } from '../kernel/entity.ts';
import { choice, day, decimal, moment, status, text } from '../kernel/field.ts';
import { finalDeletion, keptUntilDeleted } from '../kernel/machine.ts';
import { type PayRateKind, payRateKinds, refusedRate } from './rates.ts';

export const payRateStatus = keptUntilDeleted({
  right: 'exportData',
  done: 'Taux supprimé',
  confirm: finalDeletion,
});

const readers = { agency: ['exportData'] } as const;
const section = 'Taux';

export const PayRate = entity({
  name: 'payRate',
  plural: 'payRates',
  table: 'pay_rates',
  label: { one: 'Taux de paie', many: 'Taux de paie' },
  description: 'Vos propres taux, datés. Sans ligne ici, ceux de la convention collective s’appliquent.',
  title: 'label',
  order: { by: 'validFrom', ascending: false },
  grants: { list: readers, read: readers, create: readers, edit: readers },
  check: ({ kind, value }) => {
    const message = kind == null || value == null ? null : refusedRate(kind as PayRateKind, Number(value));
    return message ? [{ path: 'value', message }] : [];
  },
  fields: {
    label: text('Taux', { written: 'server', required: true, column: 'shown' }),
    kind: choice('Type de taux', payRateKinds, { section, required: true, column: 'offered', filter: true }),
    value: decimal('Valeur', {
      ...{ section, required: true, min: 0, max: 1_000_000, decimals: 4, column: 'shown', width: 'half' },
      help: 'En euros, en pour cent, ou le coefficient de l’heure (1,10 pour 10 %).',
    }),
    validFrom: day('Du', { section, required: true, column: 'shown', width: 'half' }),
    validTo: day('Au', { section, column: 'shown', width: 'half', dates: { notBefore: { path: 'validFrom' } } }),
    status: status('Statut', payRateStatus, { column: 'offered' }),
    createdAt: moment('Créé le', { written: 'server', required: true, column: 'offered' }),
  },
});
