// The articles that an agency sells (Y-012, Y-013).
import { entity } from '../kernel/entity.ts';
import { choice, moment, rate, refs, status, text, unitPrice } from '../kernel/field.ts';
import { finalDeletion, machine } from '../kernel/machine.ts';
import { itemTypes, itemUnits } from './parts.ts';

export const catalogStatus = machine({
  initial: 100,
  states: {
    100: { label: 'Actif', tone: 'positive' },
    300: { label: 'Archivé', tone: 'neutral', archived: true },
  },
  moves: {
    archive: { label: 'Archivage', from: [100], to: 300, right: 'editCatalogArticle', done: 'Article archivé' },
    reactivate: { label: 'Réactivation', from: [300], to: 100, right: 'editCatalogArticle', done: 'Article réactivé' },
    delete: {
      label: 'Suppression',
      from: [100, 300],
      to: null,
      right: 'deleteCatalogArticle',
      done: 'Article supprimé',
      confirm: finalDeletion,
    },
  },
});

const readers = { agency: ['listCatalogArticles'] } as const;
const section = 'Article';

export const CatalogArticle = entity({
  name: 'catalogArticle',
  plural: 'catalogArticles',
  table: 'catalog_articles',
  label: { one: 'Article', many: 'Articles' },
  description: 'Les articles que vous facturez.',
  title: 'title',
  order: { by: 'title', ascending: true },
  columns: ['title', 'price', 'unit', 'description', 'specialties'],
  grants: {
    list: readers,
    read: readers,
    create: { agency: ['createCatalogArticle'] },
    edit: { agency: ['editCatalogArticle'] },
  },
  fields: {
    title: text('Nom', { section, required: true, max: 300, column: 'shown', search: true }),
    status: status('Statut', catalogStatus, { column: 'offered', filter: true }),
    description: text('Description', {
      ...{ section, required: true, multiline: true, max: 5_000, column: 'shown', search: true },
    }),
    price: unitPrice('Prix unitaire HT', { section, required: true, min: 0, column: 'shown', width: 'half' }),
    unit: choice('Unité', itemUnits, {
      ...{ section, required: true, default: 'HOUR', column: 'shown', filter: true, width: 'half' },
    }),
    vat: rate('TVA (%)', {
      ...{ section, column: 'offered', width: 'half', help: 'Vide : le taux de l’agence.' },
    }),
    commercialDocItemType: choice('Nature', itemTypes, { section, required: true, default: 'SERVICE', width: 'half' }),
    specialties: refs('Spécialités', 'specialty', { section, column: 'shown', filter: true }),
    createdAt: moment('Créé le', { written: 'server', required: true, column: 'offered' }),
  },
});
