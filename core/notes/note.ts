// Information notes: written by the agency for its agents, who read them and, if required, confirm it.
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { entity } from '../kernel/entity.ts';
import { choice, day, files, flag, html, integer, moment, ref, refs, status, text } from '../kernel/field.ts';
import { deletion, machine } from '../kernel/machine.ts';
import { messages, type Violation } from '../kernel/problem.ts';

export const publishedStatus = 100;
const draftStatus = 200;

/** Whom it reaches and what it asks of them. */
const asked = ['recipients', 'specialties', 'sites', 'agents', 'mandatory'] as const;
/** By which means and when it is shown. */
const showing = ['notifyByEmail', 'startDate', 'endDate'] as const;

/** Decision 85: a note that somebody confirmed stays what he confirmed. Its days can still change. */
const acknowledged = {
  writable: ({ acknowledgedCount }: Readonly<Record<string, unknown>>) =>
    Number(acknowledgedCount) > 0 ? showing : null,
  frozen:
    'Un destinataire a confirmé avoir pris connaissance de cette note : son texte, ses pièces jointes, ses destinataires et la prise de connaissance obligatoire sont figés. « Nouvelle version » la remplace et redemande confirmation.',
};

/** A draft is a pending record (200, wire.md): activating it publishes it. */
export const informationNoteStatus = machine({
  initial: 200,
  states: {
    100: { label: 'Publiée', tone: 'positive', ...acknowledged },
    200: { label: 'Brouillon', tone: 'neutral' },
    300: { label: 'Close', tone: 'warning', ...acknowledged },
    400: { label: 'Retirée', tone: 'negative', ...acknowledged },
  },
  moves: {
    publish: {
      label: 'Publication',
      from: [200, 300],
      to: 100,
      right: 'editInformationNote',
      done: 'Note publiée',
    },
    close: { label: 'Clôture', from: [100], to: 300, right: 'editInformationNote', done: 'Note close' },
    // Its receipts are a proof: a note that was sent is withdrawn, only a draft is deleted.
    withdraw: {
      label: 'Retrait',
      from: [100, 300],
      to: 400,
      right: 'deleteInformationNote',
      done: 'Note retirée : ses destinataires ne la voient plus, la preuve de lecture est conservée',
    },
    delete: {
      label: 'Suppression',
      from: [200],
      to: null,
      right: 'deleteInformationNote',
      done: 'Note supprimée',
      confirm: deletion,
    },
  },
});

/** app_note_members decides which agents these are (db/migrations/0017-notes.sql). */
export const noteRecipients = {
  ALL: 'Tous les collaborateurs',
  SPECIALTIES: 'Par spécialité',
  SITES: 'Par site',
  CHOSEN: 'Personnes choisies',
} as const;

/** The list that each kind of recipients needs. */
const listOf = { SPECIALTIES: 'specialties', SITES: 'sites', CHOSEN: 'agents' } as const;

const readers = { agency: ['listInformationNotes'], agent: ['listOwnInformationNotes'] } as const;

export const InformationNote = entity({
  name: 'informationNote',
  plural: 'informationNotes',
  table: 'information_notes',
  label: { one: "Note d'information", many: "Notes d'information", feminine: true },
  description: 'Ce que vos collaborateurs doivent savoir, et qui l’a lu.',
  title: 'title',
  saved: ({ status }) =>
    status === draftStatus
      ? 'Enregistrée comme brouillon : publiez-la pour qu’elle soit lue'
      : "Note d'information enregistrée",
  columns: [
    'title',
    'status',
    'recipients',
    'recipientCount',
    'readCount',
    'acknowledgedCount',
    'mandatory',
    'edition',
    'publishedAt',
  ],
  order: { by: 'createdAt', ascending: false },
  date: 'createdAt',
  grants: {
    list: readers,
    read: readers,
    create: { agency: ['createInformationNote'] },
    edit: { agency: ['editInformationNote'] },
  },
  personal: {
    agents: { fate: 'remove', label: 'Notes d’information adressées nommément' },
    sites: { nobodys: 'sites où la note est portée à connaissance' },
  },
  fields: {
    title: text('Titre', { section: 'Note', required: true, max: 200, column: 'shown', search: true }),
    status: status('Statut', informationNoteStatus, { column: 'shown', filter: true }),
    content: html('Note', { section: 'Note', column: 'offered', search: true }),
    files: files('Pièces jointes', { section: 'Note', column: 'offered', max: 20 }),
    recipients: choice('Destinataires', noteRecipients, {
      section: 'Destinataires',
      required: true,
      default: 'ALL',
      column: 'shown',
      filter: true,
      reserved: 'reading',
      help: 'Les personnes qui rejoignent le groupe plus tard reçoivent aussi la note tant qu’elle est publiée.',
    }),
    specialties: refs('Spécialités', 'specialty', {
      section: 'Destinataires',
      reserved: 'reading',
      shownWhen: { path: 'recipients', is: 'SPECIALTIES' },
    }),
    sites: refs('Sites', 'site', {
      section: 'Destinataires',
      reserved: 'reading',
      shownWhen: { path: 'recipients', is: 'SITES' },
      help: 'Les collaborateurs planifiés sur l’un de ces sites, depuis un mois ou à venir, et qui n’y sont pas interdits. Ceux qui le seront plus tard la recevront alors.',
    }),
    agents: refs('Collaborateurs', 'agent', {
      section: 'Destinataires',
      reserved: 'reading',
      offer: { rows: 'staffWithAccount' },
      shownWhen: { path: 'recipients', is: 'CHOSEN' },
    }),
    mandatory: flag('Prise de connaissance obligatoire', {
      section: 'Publication',
      column: 'shown',
      filter: true,
      help: 'Chaque destinataire confirme avoir pris connaissance de la note.',
    }),
    notifyByEmail: flag('Prévenir les destinataires par e-mail', {
      section: 'Publication',
      default: true,
      reserved: 'reading',
    }),
    startDate: day('Publiée du', {
      section: 'Publication',
      column: 'offered',
      width: 'half',
      help: 'Vide : dès la publication.',
    }),
    endDate: day('Au', {
      section: 'Publication',
      column: 'offered',
      width: 'half',
      dates: { notBefore: { path: 'startDate' } },
    }),
    edition: integer('Version', { written: 'server', required: true, column: 'shown' }),
    /** The earlier version, with its own receipts. */
    replaces: ref('Remplace', 'informationNote', { written: 'server', reserved: 'reading' }),
    publishedAt: moment('Publiée le', { written: 'server', column: 'shown' }),
    recipientCount: integer('Reçue par', { written: 'server', column: 'shown', reserved: 'reading' }),
    readCount: integer('Lue par', { written: 'server', column: 'shown', reserved: 'reading' }),
    acknowledgedCount: integer('Confirmée par', { written: 'server', column: 'shown', reserved: 'reading' }),
    /** The caller's own receipt; null if he is not a recipient. */
    receiptId: text('Accusé', { written: 'server' }),
    readAt: moment('Lue le', { written: 'server', column: 'offered' }),
    acknowledgedAt: moment('Confirmée le', { written: 'server', column: 'offered' }),
    createdAt: moment('Créée le', { written: 'server', required: true, column: 'offered' }),
  },
  check: ({ recipients, ...draft }): Violation[] => {
    const path = recipients && recipients !== 'ALL' ? listOf[recipients] : null;
    return path && (draft[path] ?? []).length === 0 ? [{ path, message: messages.required }] : [];
  },
});

const ofOne = z.strictObject({ id: z.string() });

/** The fields of a new version: copied from the note unless they are sent. */
export const versionFields = ['title', 'content', 'files', ...asked, ...showing] as const;

/** A draft that replaces the note once it is published; the same draft, if one is waiting and nothing is written. */
export const reviseInformationNote = endpoint({
  name: 'revise:informationNote',
  method: 'POST',
  path: '/informationNote/{id}/revise',
  mounts: { agency: ['editInformationNote'] },
  summary: 'Préparer une nouvelle version d’une note publiée',
  params: ofOne,
  input: z.strictObject({
    /** Checked as in a save. */
    note: z.partialRecord(z.enum(versionFields, messages.unknownKey), z.unknown()).optional(),
  }),
  output: z.strictObject({ id: z.uuid() }),
});

/** The path of the specification (AD-002), in addition to the moves: deletes a draft, withdraws a note that was sent. */
export const deleteInformationNote = endpoint({
  name: 'remove:informationNote',
  method: 'DELETE',
  path: '/informationNote/{id}',
  mounts: { agency: ['deleteInformationNote'] },
  summary: 'Supprimer une note d’information',
  params: ofOne,
});

const receipt = z.strictObject({
  id: z.uuid(),
  readAt: z.string().nullable(),
  acknowledgedAt: z.string().nullable(),
});

/** A repeated call returns the time of the first reading. Each person marks only his own receipt. */
export const markInformationNote = endpoint({
  name: 'markInformationNote',
  method: 'PATCH',
  path: '/informationNoteUserCompany/{id}',
  mounts: { agency: ['listOwnInformationNotes'], agent: ['listOwnInformationNotes'] },
  summary: 'Noter qu’une note d’information a été lue, ou que l’on en a pris connaissance',
  repeatable: true,
  params: ofOne,
  input: z.strictObject({ acknowledged: z.literal(true, 'Valeur inconnue').optional() }),
  output: z.strictObject({ informationNoteUserCompany: receipt }),
});

const reader = receipt.extend({
  /** Id of the agent. */
  agentId: z.uuid(),
  fullname: z.string(),
  hasEmail: z.boolean(),
  sentAt: z.string(),
  remindedAt: z.string().nullable(),
});
export type NoteReader = z.output<typeof reader>;

export const listInformationNoteReaders = endpoint({
  name: 'readers:informationNote',
  method: 'GET',
  path: '/informationNote/{id}/readers',
  mounts: { agency: ['listInformationNotes'] },
  summary: 'Lister les destinataires d’une note et ce qu’ils en ont fait',
  params: ofOne,
  output: z.strictObject({ readers: z.array(reader) }),
});

/** A person is reminded at most once a day. */
export const remindInformationNote = endpoint({
  name: 'remindInformationNote',
  method: 'POST',
  path: '/informationNote/{id}/remind',
  mounts: { agency: ['editInformationNote'] },
  summary: 'Relancer par e-mail ceux qui n’ont pas lu la note, ou pas confirmé',
  params: ofOne,
  output: z.strictObject({ reminded: z.int() }),
});

/** For the menu's badge and the first screen. */
export const waitingInformationNotes = endpoint({
  name: 'waiting:informationNote',
  method: 'GET',
  path: '/informationNotes/waiting',
  mounts: { agent: ['listOwnInformationNotes'] },
  summary: 'Les notes d’information non lues ou à confirmer',
  output: z.strictObject({
    waiting: z.strictObject({
      unread: z.int(),
      /** Mandatory and not confirmed, the oldest first. */
      toAcknowledge: z.array(z.strictObject({ id: z.uuid(), title: z.string() })),
    }),
  }),
});

/** Whether the recipient has nothing left to do. */
export const isSettled = (mandatory: boolean, one: Pick<NoteReader, 'readAt' | 'acknowledgedAt'>): boolean =>
  (mandatory ? one.acknowledgedAt : one.readAt) !== null;
