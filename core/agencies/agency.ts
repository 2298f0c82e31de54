// The agency's record: its identity and all its settings (1 §3). One row, read and saved as a whole.
import { isCreditorIdentifier } from '../accounting/sepa.ts';
import { entity } from '../kernel/entity.ts';
import { choice, type Fields, flag, group, lines, ref, text } from '../kernel/field.ts';
import { offeredTypes } from '../logbook/offered.ts';
import { requestNatures } from '../requests/types.ts';
import { accountingFields, refusedAccounts } from './settings/accounting.ts';
import { accountFields } from './settings/accounts.ts';
import { controlFields } from './settings/control.ts';
import { documentFields } from './settings/documents.ts';
import { fieldWorkFields } from './settings/field.ts';
import { brandFields, identityFields } from './settings/identity.ts';
import { absenceEffects, payFields, priceFields } from './settings/pay.ts';
import { planningFields, safetyFields } from './settings/planning.ts';
import { reportFields } from './settings/reports.ts';

const types = 'Listes';
/** A list that the agency edits. An item that is no longer offered stays on the records that use it. */
const listOf = <F extends Fields>(label: string, one: string, table: string, help: string, more = {} as F) =>
  lines(
    label,
    {
      name: text('Libellé', { required: true, max: 80, width: 'half' }),
      enabled: flag('Proposé', { default: true, width: 'half' }),
      ...more,
    },
    { section: types, one, table, max: 100, help },
  );

export const Agency = entity({
  name: 'agency',
  plural: 'agencies',
  table: 'agency_records',
  label: { one: 'Agence', many: 'Agences', feminine: true },
  description: "L'identité de votre agence et tous ses réglages.",
  title: 'name',
  // Z-041
  saved: 'Vos paramètres ont bien été pris en compte',
  order: { by: 'name', ascending: true },
  grants: {
    list: {},
    read: { agency: ['readAgencySetting'] },
    create: {},
    edit: { agency: ['editAgencySetting'] },
  },
  paths: { read: '/settings/{id}', save: '/settings' },
  missing: 'Agence introuvable',
  fields: {
    ...identityFields,
    ...brandFields,
    // H-014
    customerNumberPrefix: text('Préfixe des numéros clients', {
      section: 'Numérotation',
      required: true,
      default: '411-',
      max: 20,
      width: 'half',
      help: 'Devant le numéro de chaque nouveau client.',
    }),
    defaultRightsSet: ref("Droits d'un nouveau collaborateur", 'rightsSet', {
      section: 'Collaborateurs',
      help: 'Donnés à chaque fiche créée ou importée ensuite, où ils restent modifiables. Vide : le jeu « Collaborateur ». Les jeux se composent sous « Jeux de droits ».',
    }),
    ...accountFields,
    ...planningFields,
    ...safetyFields,
    ...fieldWorkFields,
    ...reportFields,
    ...payFields,
    ...priceFields,
    ...accountingFields,
    ...documentFields,
    ...controlFields,
    stock: group('Stock', {
      simplifiedStock: flag('Stock simplifié', {
        section: 'Stock',
        default: true,
        sql: 'simplified_stock',
        help: 'Le matériel se note sur la fiche du collaborateur ou du site. Désactivé : gestion par références, avec quantités et affectations.',
      }),
    }),
    requestTypes: listOf(
      'Types de demandes des collaborateurs',
      'Type',
      'agency_request_types',
      'Ce que vos collaborateurs choisissent en faisant une demande.',
      { nature: choice('Devient', requestNatures, { required: true, default: 'OTHER', width: 'half' }) },
    ),
    agencyCustomerRequestTypes: listOf(
      'Types de demandes des clients',
      'Type',
      'agency_customer_request_types',
      'Ce que vos clients choisissent en faisant une demande.',
    ),
    unavailabilityTypes: listOf(
      "Types d'indisponibilité",
      'Type',
      'agency_unavailability_types',
      'Motifs des absences, bloquants selon les contrôles du planning.',
      { payEffect: choice('Effet sur la paie', absenceEffects, { required: true, default: 'KEPT', width: 'half' }) },
    ),
    serviceEventTypes: offeredTypes(),
    salaryElementTypes: listOf(
      "Types d'éléments de salaire",
      'Type',
      'agency_salary_element_types',
      'Primes, indemnités et retenues transmises à la paie.',
    ),
  },
  check: (draft) => {
    const { firstOvertimeFrom = 0, secondOvertimeFrom = 0 } = draft.hours ?? {};
    const identifier = draft.accounting?.creditorIdentifier;
    return [
      ...refusedAccounts(draft.accounting ?? {}),
      ...((secondOvertimeFrom ?? 0) < (firstOvertimeFrom ?? 0)
        ? [{ path: 'hours.secondOvertimeFrom', message: `Doit être supérieur ou égal à ${firstOvertimeFrom}` }]
        : []),
      ...(identifier && !isCreditorIdentifier(identifier)
        ? [
            {
              path: 'accounting.creditorIdentifier',
              message: 'Identifiant invalide : vérifiez le document de votre banque',
            },
          ]
        : []),
    ];
  },
});
