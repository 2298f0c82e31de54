// The agency's chart of accounts and fiscal year, read by the journals and the FEC.
import { choice, group, text } from '../../kernel/field.ts';
import type { Violation } from '../../kernel/problem.ts';

const section = 'Comptabilité';
const account = (label: string, usual: string, sql: string, help?: string) =>
  text(label, {
    ...{ section, required: true, default: usual, min: 3, max: 20, width: 'half', sql: `account_${sql}` },
    ...(help ? { help } : {}),
  });

export const fiscalMonths = {
  1: 'Janvier',
  2: 'Février',
  3: 'Mars',
  4: 'Avril',
  5: 'Mai',
  6: 'Juin',
  7: 'Juillet',
  8: 'Août',
  9: 'Septembre',
  10: 'Octobre',
  11: 'Novembre',
  12: 'Décembre',
} as const;

export const accountingFields = {
  accounting: group('Comptabilité', {
    fiscalYearMonth: choice('Premier mois de l’exercice', fiscalMonths, {
      ...{ section, required: true, default: 1, width: 'half' },
    }),
    creditorIdentifier: text('Identifiant créancier SEPA (ICS)', {
      ...{ section, max: 35, width: 'half' },
      help: 'Donné par votre banque ; nécessaire pour les prélèvements.',
    }),
    customers: account('Compte clients', '411000', 'customers'),
    services: account('Ventes de prestations', '706000', 'services'),
    goods: account('Ventes de marchandises', '707000', 'goods'),
    vatDue: account('TVA collectée', '445710', 'vat_due'),
    vatPending: account(
      'TVA en attente d’encaissement',
      '445740',
      'vat_pending',
      'La TVA des prestations y attend leur paiement, sauf option pour les débits.',
    ),
    bank: account('Banque', '512000', 'bank'),
    cheques: account('Chèques à encaisser', '511200', 'cheques'),
    cash: account('Caisse', '530000', 'cash'),
  }),
};

const accountNames = ['customers', 'services', 'goods', 'vatDue', 'vatPending', 'bank', 'cheques', 'cash'] as const;

/** LPF, art. A47 A-1: an account number begins with three digits of the chart of accounts. */
export const refusedAccounts = (typed: Readonly<Record<string, unknown>>): Violation[] =>
  accountNames.flatMap((name) => {
    const value = typed[name];
    return typeof value === 'string' && !/^\d{3}[0-9A-Za-z]*$/.test(value)
      ? [{ path: `accounting.${name}`, message: 'Trois chiffres, puis des chiffres ou des lettres : 411000' }]
      : [];
  });
