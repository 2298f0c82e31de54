// The agency's own mail texts, with variables in braces.

/** The label of each variable, and an example for the preview. */
export const templateVariables = {
  agence: { label: "Nom de l'agence", example: 'Azur Sécurité' },
  destinataire: { label: 'Nom du destinataire', example: 'Camille Martin' },
  document: { label: 'Nom du document', example: 'Facture FA-0042' },
  date: { label: 'Date du jour', example: '15/11/2026' },
  numero: { label: 'Numéro du document', example: 'F2026-0042' },
  titre: { label: 'Titre du document ou de la demande', example: 'Contrat à durée indéterminée' },
  periode: { label: 'Période', example: 'du 01/11/2026 au 30/11/2026' },
  montant: { label: 'Montant restant dû', example: '1 284,00 €' },
  echeance: { label: 'Échéance', example: '30/11/2026' },
  reponse: { label: 'Réponse à la demande', example: 'Votre demande est acceptée.' },
} as const;

export type TemplateVariable = keyof typeof templateVariables;

/** 1 §8 */
export const unknownVariable = 'Variable inconnu';

export const variable = /\{([^{}\n]{1,40})\}/g;

const isKnown = (name: string): name is TemplateVariable => Object.hasOwn(templateVariables, name);

export const unknownVariables = (text: string): string[] => [
  ...new Set([...text.matchAll(variable)].flatMap(([, name = '']) => (isKnown(name.trim()) ? [] : [name.trim()]))),
];

/** An unknown variable is replaced by a visible message. */
export const filledIn = (text: string, values: Readonly<Partial<Record<TemplateVariable, string>>>): string =>
  text.replaceAll(variable, (_, name: string) => {
    const key = name.trim();
    return isKnown(key) ? (values[key] ?? '') : unknownVariable;
  });
