// A regulatory paper of an agent's row, in separate columns: a card number needs the paper of its card, with its validity.
import type { FirstLine } from './own.ts';

const idOf = (reference: unknown): unknown => (reference as { id?: unknown } | null | undefined)?.id;

/** The name by which the agency's type for cards is found, whatever its own name. */
export const cardPaper = 'carte professionnelle';

export const firstPaper: FirstLine = {
  label: 'Document',
  labels: { type: 'type', number: 'numéro', issuedAt: 'délivré le', expiresAt: 'expire le', comment: 'commentaire' },
  heads: {
    type: ['document', 'type de document', 'document reglementaire'],
    number: ['numero du document'],
    issuedAt: ['delivre le', 'date de delivrance', 'date de delivrance carte pro'],
    expiresAt: [
      'expire le',
      'expiration',
      'date d expiration',
      'validite',
      'date de validite',
      'fin de validite',
      ...['carte', 'carte pro', 'carte professionnelle', 'cnaps'].flatMap((card) => [
        `validite ${card}`,
        `date validite ${card}`,
        `date de validite ${card}`,
        `fin validite ${card}`,
        `fin de validite ${card}`,
        `expiration ${card}`,
        `date expiration ${card}`,
        `date d expiration ${card}`,
        `echeance ${card}`,
      ]),
    ],
    comment: [],
  },
  words: {},
  refers: ['expirationType'],
  // « N° carte pro » with « Validité carte pro », and no type: the paper of the card.
  complete: (line, { agentInfos }, find) => {
    const hasCard = Boolean((agentInfos as { cardNumber?: unknown } | undefined)?.cardNumber);
    if (line.type !== undefined || line.expiresAt === undefined || !hasCard) return;
    const [card] = find?.('expirationType', cardPaper) ?? [];
    if (card) line.type = card;
  },
  isSame: (line, known) => idOf(line.type) === idOf(known.type) && line.expiresAt === known.expiresAt,
};
