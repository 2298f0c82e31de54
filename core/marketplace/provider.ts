// The announcements as the provider has them, on the platform's path (AA-001): the same rows, with a role instead of rights.
import { entity } from '../kernel/entity.ts';
import { status } from '../kernel/field.ts';
import { MarketOffer, offerMachineOf } from './offer.ts';

const { machine: _machine, paths: _paths, ...described } = MarketOffer;

export const ProviderOffer = entity({
  ...described,
  name: 'providerOffer',
  plural: 'providerOffers',
  title: 'title',
  order: { by: 'createdAt', ascending: false },
  description: 'Les annonces de la plateforme, et celles des agences.',
  paths: { list: '/fetch/offers', read: '/offer/{id}', save: '/offer', act: '/offer/{id}/{type}' },
  grants: {
    list: { platform: 'admin' },
    read: { platform: 'admin' },
    create: { platform: 'admin' },
    edit: { platform: 'admin' },
  },
  fields: {
    ...MarketOffer.fields,
    status: status('Statut', offerMachineOf('admin', 'admin'), { column: 'shown', filter: true }),
  },
});
