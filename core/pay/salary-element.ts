// Bonuses, allowances and deductions that the agency enters for a month of pay (AC-008 … AC-010).
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { entity } from '../kernel/entity.ts';
import { choice, day, flag, found, moment, money, quantity, ref, status, text } from '../kernel/field.ts';
import { deletion, keptUntilDeleted } from '../kernel/machine.ts';

/** An item of the agency's own list, edited with its settings. */
export const SalaryElementType = entity({
  name: 'salaryElementType',
  plural: 'salaryElementTypes',
  table: 'agency_salary_element_types',
  label: { one: "Type d'élément de salaire", many: "Types d'éléments de salaire" },
  description: 'Les primes, indemnités et retenues que votre agence propose.',
  title: 'name',
  order: { by: 'name', ascending: true },
  offered: { usual: { enabled: true } },
  grants: {
    list: { agency: ['listSalaryElements', 'createSalaryElement', 'exportData'], agent: ['listOwnHours'] },
    read: { agency: ['listSalaryElements', 'createSalaryElement', 'exportData'], agent: ['listOwnHours'] },
    create: {},
    edit: {},
  },
  fields: {
    name: text('Libellé', { written: 'server', required: true, column: 'shown' }),
    enabled: flag('Proposé', { written: 'server', column: 'shown', filter: true }),
  },
});

export const directions = { GAIN: 'Versement', DEDUCTION: 'Retenue' } as const;

export const salaryElementStatus = keptUntilDeleted({
  right: 'deleteSalaryElement',
  done: 'Élément de salaire supprimé',
  confirm: deletion,
});

// An agent reads his own, with his hours.
const readers = { agency: ['listSalaryElements'], agent: ['listOwnHours'] } as const;
const section = 'Élément';

export const SalaryElement = entity({
  name: 'salaryElement',
  plural: 'salaryElements',
  table: 'salary_elements',
  label: { one: 'Élément de salaire', many: 'Éléments de salaire' },
  description: 'Primes, indemnités, acomptes et retenues, repris dans la paie du mois de leur date.',
  title: 'typeName',
  order: { by: 'date', ascending: false },
  date: 'date',
  paths: {
    list: '/fetch/salary-elements',
    read: '/salary-element/{id}',
    save: '/salary-element',
    act: '/salary-element/{id}/{type}',
  },
  columns: ['date', 'userCompany', 'type', 'direction', 'quantity', 'amount', 'comment'],
  grants: {
    list: readers,
    read: readers,
    create: { agency: ['createSalaryElement'] },
    edit: { agency: ['editSalaryElement'] },
  },
  // Under the pseudonym, to justify the pay; the comment may say more than the amount needs.
  personal: { userCompany: { becomes: { comment: null } } },
  fields: {
    typeName: text('Élément', { written: 'server', required: true }),
    userCompany: ref('Collaborateur', 'agent', {
      ...{ section, required: true, column: 'shown', filter: true, search: 'target', offer: { rows: 'staff' } },
    }),
    type: ref('Type', 'salaryElementType', {
      ...{ section, required: true, column: 'shown', filter: true, width: 'half' },
    }),
    date: day('Date', {
      ...{ section, required: true, column: 'shown', filter: true, width: 'half' },
      help: 'Décide du mois de paie.',
    }),
    direction: choice('Sens', directions, {
      ...{ section, required: true, default: 'GAIN', column: 'shown', filter: true, width: 'half' },
    }),
    quantity: quantity('Quantité', {
      ...{ section, required: true, default: 1, column: 'shown', width: 'half', max: 100_000, decimals: 2 },
    }),
    amount: money('Montant total', {
      ...{ section, min: 0, column: 'shown', width: 'half' },
      help: 'Vide : la quantité est transmise, le logiciel de paie la valorise.',
    }),
    comment: text('Commentaire', { section, multiline: true, max: 1_000, column: 'shown' }),
    status: status('Statut', salaryElementStatus, { column: 'offered' }),
    /** Of the advance that it pays; null: none, or the caller reads none. */
    request: found(
      'Demande acceptée',
      {
        id: text('Identifiant', { written: 'server', required: true }),
        subject: text('Objet', { written: 'server', required: true }),
      },
      { right: 'listAgentRequests' },
    ),
    createdAt: moment('Créé le', { written: 'server', required: true, column: 'offered' }),
  },
});

/** AC-009: the path of the specification, in addition to the `delete` move of every entity. */
export const deleteSalaryElement = endpoint({
  name: 'remove:salaryElement',
  method: 'DELETE',
  path: '/salary-element/{id}',
  mounts: { agency: ['deleteSalaryElement'] },
  summary: 'Supprimer un élément de salaire',
  params: z.strictObject({ id: z.string() }),
});
