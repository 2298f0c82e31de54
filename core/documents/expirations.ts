// Documents with an end, for « Expirations » (J-023); opened and replaced on the document itself.
import { expiryStates } from '../agents/expiry.ts';
import { entity } from '../kernel/entity.ts';
import { choice, day, integer, text } from '../kernel/field.ts';
import { documentTargets } from './document.ts';

const shown = { written: 'server', required: true, column: 'shown' } as const;

export const DocumentExpiration = entity({
  name: 'documentExpiration',
  plural: 'documentExpirations',
  // A view of the documents.
  table: 'document_due',
  label: { one: 'Échéance de document', many: 'Échéances des documents', feminine: true },
  description: 'Les documents de l’agence, des collaborateurs et des clients, par date de fin.',
  title: 'name',
  order: { by: 'expiredAt', ascending: true },
  date: 'expiredAt',
  madeOf: ['document'],
  grants: { list: { agency: ['listDocuments'] }, read: {}, create: {}, edit: {} },
  fields: {
    name: text('Document', { ...shown, chars: 30 }),
    target: choice('Document de', documentTargets, { ...shown, filter: true }),
    whose: text('Concerne', { written: 'server', column: 'shown' }),
    state: choice('État', expiryStates, { ...shown, filter: true }),
    expiredAt: day('Expire le', { written: 'server', column: 'shown', filter: true }),
    daysLeft: integer('Jours restants', shown),
  },
});
