// The forms of an entry and of a finding. What they save are entries of the chain, not the record (decision 88).
import { type Entity, entity } from '#core/kernel/entity.ts';
import { choice, files, moment, ref, text } from '#core/kernel/field.ts';
import { messages } from '#core/kernel/problem.ts';
import { LogEvent } from '#core/logbook/event.ts';
import { mostPhotos, writableTypes } from '#core/logbook/types.ts';

const section = 'Événement';
const labels: Readonly<Record<number, string>> = Object.fromEntries(writableTypes.map(({ id, label }) => [id, label]));
const common = {
  name: LogEvent.name,
  plural: LogEvent.plural,
  table: LogEvent.table,
  description: LogEvent.description,
  title: 'description',
  order: { by: 'description', ascending: true },
  grants: {
    ...LogEvent.grants,
    create: { agency: ['createServiceEvent'], agent: ['createOwnServiceEvent'] },
  },
} as const;

const fields = {
  site: ref('Site', 'site', { section, required: true, offer: {}, width: 'half' }),
  service: ref('Service', 'service', { section, offer: { same: { site: 'site' }, rows: 'begun' }, width: 'half' }),
  type: choice('Type', labels, { section, required: true, width: 'half' }),
  subType: text('Précision', { section, max: 120, width: 'half' }),
  createdAt: moment('Date', { section, required: true, default: 'now', width: 'half' }),
  description: text('Description', { section, multiline: true, max: 5_000 }),
};
const attachments = files('Photos', { section, max: mostPhotos });

export const EntryForm: Entity = entity({
  ...common,
  label: { one: 'Entrée', many: 'Entrées', feminine: true },
  saved: 'Main courante consignée',
  fields: { ...fields, attachments },
});

/** The site of an entry never changes. */
const { site: _site, ...correctable } = fields;

export const CorrectionForm: Entity = entity({
  ...common,
  label: { one: 'Correction', many: 'Corrections', feminine: true },
  saved: 'Correction consignée',
  fields: {
    reason: text('Motif de la correction', {
      ...{ section, required: true, multiline: true, max: 500 },
      help: 'Le premier texte reste dans la main courante, avec ce motif.',
    }),
    ...correctable,
  },
});

/** P-023 */
export const FindingForm: Entity = entity({
  ...common,
  label: { one: 'Constatation', many: 'Constatations', feminine: true },
  saved: 'Constatation consignée',
  fields: {
    description: text('Commentaire', { section: 'Constatation', multiline: true, max: 5_000 }),
    attachments: files('Photos', { section: 'Constatation', max: mostPhotos }),
  },
  check: ({ description, attachments: photos }) =>
    description || photos?.length ? [] : [{ path: 'description', message: messages.required }],
});
