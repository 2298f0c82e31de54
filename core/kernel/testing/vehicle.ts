// An entity that no agency has. It proves that a new entity needs only its declaration, a migration, rights and a route:
// server/new-entity.test.ts and app/new-entity.test.tsx.
import { entity } from '../entity.ts';
import { files, integer, ref, status, text } from '../field.ts';
import { finalDeletion, machine } from '../machine.ts';

const vehicleStatus = machine({
  initial: 100,
  states: {
    100: { label: 'En service', tone: 'positive' },
    300: { label: 'Archivé', tone: 'neutral', archived: true },
  },
  moves: {
    archive: { label: 'Archivage', from: [100], to: 300, right: 'archiveSite', done: 'Véhicule archivé' },
    delete: {
      label: 'Suppression',
      from: [300],
      to: null,
      right: 'deleteSite',
      done: 'Véhicule supprimé',
      confirm: finalDeletion,
    },
  },
});

export const Vehicle = entity({
  name: 'vehicle',
  plural: 'vehicles',
  table: 'vehicles',
  label: { one: 'Véhicule', many: 'Véhicules' },
  description: 'Les véhicules de votre agence et qui les conduit.',
  title: 'plate',
  order: { by: 'plate', ascending: true },
  // Rights of sites: rights for vehicles would be lines in core/rights.
  grants: {
    list: { agency: ['listSites'] },
    read: { agency: ['listSites'] },
    create: { agency: ['createSite'] },
    edit: { agency: ['editSite'] },
  },
  personal: { driver: 'unlink' },
  fields: {
    plate: text('Immatriculation', {
      required: true,
      max: 20,
      column: 'shown',
      search: true,
      filter: true,
      unique: true,
    }),
    driver: ref('Conducteur', 'agent', { column: 'shown', filter: true }),
    mileage: integer('Kilométrage', { min: 0, column: 'shown', filter: true }),
    papers: files('Papiers', { column: 'offered' }),
    status: status('Statut', vehicleStatus, { column: 'shown', filter: true }),
  },
});
