// Discounts that an agency grants again and again (Y-015, Y-016): a percentage of the total without tax, or an amount.
import { entity } from '../kernel/entity.ts';
import { choice, decimal, moment, status, text } from '../kernel/field.ts';
import { finalDeletion, machine } from '../kernel/machine.ts';
import { compare, priceDecimals } from '../kernel/money.ts';
import { discountKinds } from './parts.ts';

export const discountStatus = machine({
  initial: 100,
  states: {
    100: { label: 'Active', tone: 'positive' },
    300: { label: 'Archivée', tone: 'neutral', archived: true },
  },
  moves: {
    archive: { label: 'Archivage', from: [100], to: 300, right: 'editDiscount', done: 'Remise archivée' },
    reactivate: { label: 'Réactivation', from: [300], to: 100, right: 'editDiscount', done: 'Remise réactivée' },
    delete: {
      label: 'Suppression',
      from: [100, 300],
      to: null,
      right: 'deleteDiscount',
      done: 'Remise supprimée',
      confirm: finalDeletion,
    },
  },
});

const readers = { agency: ['listDiscounts'] } as const;
const section = 'Remise';

export const Discount = entity({
  name: 'discount',
  plural: 'discounts',
  table: 'discounts',
  label: { one: 'Remise', many: 'Remises', feminine: true },
  description: 'Les remises accordées à vos clients.',
  title: 'label',
  order: { by: 'label', ascending: true },
  grants: {
    list: readers,
    read: readers,
    create: { agency: ['createDiscount'] },
    edit: { agency: ['editDiscount'] },
  },
  fields: {
    label: text('Libellé', { section, required: true, max: 200, column: 'shown', search: true }),
    status: status('Statut', discountStatus, { column: 'offered', filter: true }),
    kind: choice('Type', discountKinds, {
      ...{ section, required: true, default: 'PERCENT', column: 'shown', filter: true, width: 'half' },
    }),
    value: decimal('Valeur', {
      ...{ section, required: true, min: 0, max: 1_000_000_000, decimals: priceDecimals, column: 'shown' },
      width: 'half',
    }),
    createdAt: moment('Créée le', { written: 'server', required: true, column: 'offered' }),
  },
  check: ({ kind, value }) =>
    (kind ?? 'PERCENT') === 'PERCENT' && compare(value ?? 0, 100) > 0
      ? [{ path: 'value', message: '100 % au plus' }]
      : [],
});
