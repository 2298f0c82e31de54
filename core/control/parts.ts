// What a controller of the CNAPS may ask for (law.md section 2), in the order of the file.
import type { Right } from '../rights.ts';

export const controlParts = {
  AGENCY: 'Entreprise et dirigeants',
  CARDS: 'Cartes professionnelles',
  TRAINING: 'Formations et habilitations',
  REGISTER: 'Registre unique du personnel',
  CONTRACTS: 'Contrats de travail',
  HOURS: 'Plannings et heures',
  CUSTOMERS: 'Clients et contrats de prestation',
  SUBCONTRACTORS: 'Sous-traitants',
  PAYSLIPS: 'Bulletins de paie',
} as const;
export type ControlPart = keyof typeof controlParts;
export const partNames = Object.keys(controlParts) as ControlPart[];

/** Any of them opens the part, beside the right to the whole file. */
export const partRights: Partial<Record<ControlPart, readonly Right[]>> = {
  CONTRACTS: ['listAgentContracts'],
  CUSTOMERS: ['listCustomerContracts'],
  PAYSLIPS: ['listDocuments', 'listAgentDocuments'],
};

/** What the application does not hold. */
export const toAddByHand = 'Dernière déclaration fiscale';
