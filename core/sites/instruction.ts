// Instructions of a site: written by the agency, read by its agents and its customer (I-017 to I-019).
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { entity } from '../kernel/entity.ts';
import { files, html, integer, moment, ref, status, text } from '../kernel/field.ts';
import { deletion, machine } from '../kernel/machine.ts';

export const siteInstructionStatus = machine({
  initial: 100,
  states: {
    100: { label: 'Active', tone: 'positive' },
    300: { label: 'Archivée', tone: 'warning', archived: true },
  },
  moves: {
    archive: { label: 'Archivage', from: [100], to: 300, right: 'editSiteInstructionBook', done: 'Consigne archivée' },
    reactivate: {
      label: 'Réactivation',
      from: [300],
      to: 100,
      right: 'editSiteInstructionBook',
      done: 'Consigne réactivée',
    },
    delete: {
      label: 'Suppression',
      from: [100, 300],
      to: null,
      right: 'deleteSiteInstructionBook',
      done: 'Consigne supprimée',
      confirm: deletion,
    },
  },
});

const readers = {
  agency: ['listSiteInstructionBooks'],
  agent: ['readOwnSiteInstructionBook'],
  customer: ['listSiteInstructionBooks'],
} as const;

export const SiteInstruction = entity({
  name: 'siteInstruction',
  plural: 'siteInstructions',
  table: 'site_instructions',
  label: { one: 'Consigne', many: 'Consignes', feminine: true },
  description: 'Ce que doivent savoir les personnes qui interviennent sur vos sites.',
  title: 'title',
  order: { by: 'date', ascending: false },
  date: 'date',
  grants: {
    list: readers,
    read: readers,
    create: { agency: ['createSiteInstructionBook'] },
    edit: { agency: ['editSiteInstructionBook'] },
  },
  paths: { list: '/fetch/allSiteInstructions' },
  personal: {
    site: {
      fate: { becomes: { title: 'Contenu effacé', content: null, status: 300 } },
      label: 'Consignes des sites',
    },
  },
  fields: {
    title: text('Titre', { required: true, max: 200, column: 'shown', search: true }),
    site: ref('Site', 'site', { required: true, column: 'shown', filter: true }),
    content: html('Consigne', { column: 'shown', search: true }),
    files: files('Pièces jointes', { column: 'offered', max: 20 }),
    date: moment('Date', { required: true, default: 'now', column: 'shown', filter: true, width: 'half' }),
    status: status('Statut', siteInstructionStatus, { column: 'shown', filter: true }),
    /** Null: the caller has not read it since its last change. */
    readAt: moment('Lue le', { written: 'server', column: 'offered' }),
    readerCount: integer('Lecteurs', { written: 'server', column: 'offered', reserved: 'reading' }),
    createdAt: moment('Créée le', { written: 'server', required: true, column: 'offered' }),
  },
});

const ofOne = z.strictObject({ id: z.string() });

/** A repeated call returns the time of the first reading. */
export const markSiteInstructionRead = endpoint({
  name: 'markSiteInstructionRead',
  method: 'POST',
  path: '/siteInstruction/{id}/read',
  mounts: readers,
  summary: 'Noter que la consigne a été lue',
  repeatable: true,
  params: ofOne,
  /** Null: read by support staff, which is not recorded. */
  output: z.strictObject({ readAt: z.string().nullable() }),
});

export const listSiteInstructionReaders = endpoint({
  name: 'listSiteInstructionReaders',
  method: 'GET',
  path: '/siteInstruction/{id}/readers',
  mounts: { agency: ['listSiteInstructionBooks'] },
  summary: 'Lister les lecteurs d’une consigne',
  params: ofOne,
  output: z.strictObject({
    readers: z.array(
      z.strictObject({
        id: z.uuid(),
        name: z.string(),
        type: z.enum(['AGENCY', 'CUSTOMER']),
        readAt: z.string(),
        /** False: it has changed since. */
        isCurrent: z.boolean(),
      }),
    ),
  }),
});
