// A regulatory paper of an agent's row, in separate columns: a card number needs the paper of its card, with its validity.
import type { FirstLine } from './own.ts';

const idOf = (reference: unknown): unknown => (reference as { id?: unknown } | null | undefined)?.id;

export const firstPaper: FirstLine = {
  label: 'Document',
  labels: { type: 'type', number: 'numéro', issuedAt: 'délivré le', expiresAt: 'expire le', comment: 'commentaire' },
  heads: {
    type: ['document', 'type de document', 'document reglementaire'],
    number: ['numero du document'],
    issuedAt: ['delivre le', 'date de delivrance'],
    expiresAt: ['expire le', 'expiration', 'date d expiration', 'validite', 'date de validite', 'fin de validite'],
    comment: [],
  },
  words: {},
  complete: () => {},
  isSame: (line, known) => idOf(line.type) === idOf(known.type) && line.expiresAt === known.expiresAt,
};
