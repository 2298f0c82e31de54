// What a controller of the CNAPS asks about the company itself (law.md section 2): its managers and its subcontractors.
import { choice, day, file, lines, text } from '../../kernel/field.ts';

const section = 'Dirigeants et sous-traitants';

/** L612-5-1: ranks 1 and 2 only. */
export const subcontractRanks = { 1: 'Rang 1', 2: 'Rang 2' } as const;

export const controlFields = {
  managers: lines(
    'Dirigeants et gérants',
    {
      name: text('Nom', { required: true, max: 120, width: 'half' }),
      role: text('Fonction', { max: 80, width: 'half' }),
      approvalNumber: text("Numéro d'agrément", { max: 60, width: 'half' }),
      expiresAt: day('Agrément valable jusqu’au', { width: 'half' }),
    },
    {
      ...{ section, one: 'Dirigeant', table: 'agency_managers', max: 20 },
      help: 'Chaque dirigeant ou gérant tient un agrément du CNAPS (article L612-6).',
    },
  ),
  subcontractors: lines(
    'Entreprises sous-traitantes',
    {
      name: text('Entreprise', { required: true, max: 120, width: 'half' }),
      siret: text('SIRET', { format: 'siret', width: 'half' }),
      approvalNumber: text("Numéro d'autorisation d'exercer", { max: 60, width: 'half' }),
      expiresAt: day('Autorisation valable jusqu’au', { width: 'half', help: 'Vide : sans terme.' }),
      subcontractRank: choice('Rang', subcontractRanks, { required: true, default: 1, width: 'half' }),
      share: text('Part confiée', {
        ...{ max: 200, width: 'half' },
        help: 'Une partie seulement d’un contrat se sous-traite (article L612-5-1).',
      }),
      justifiedOn: day('Justification du rang 2 validée le', {
        ...{ width: 'half' },
        help: 'Par le donneur d’ordre (article L612-5-1).',
      }),
      contract: file('Contrat de sous-traitance', { width: 'half' }),
    },
    {
      ...{ section, one: 'Sous-traitant', table: 'agency_subcontractors', max: 200 },
      help: 'Reconnues par leur SIRET, ou leur nom, sur les fiches de leurs agents.',
    },
  ),
};
