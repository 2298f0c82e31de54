// The calls of a transfer beyond its list and form.
import * as z from 'zod';
import { calledDay } from '../kernel/called.ts';
import { byId, endpoint } from '../kernel/endpoint.ts';
import { saveSchema } from '../kernel/schema.ts';
import { freedSchema } from '../planning/leaving.ts';
import { stepCodes } from './deadlines.ts';
import { formKeys } from './form.ts';
import { type ConditionCode, conditionLabels, outcomes } from './rules.ts';
import { TransferPerson } from './transfer.ts';

export const mostReceived = 500;

export const transferMessages = {
  notOut: 'Ce calcul est celui d’un site perdu.',
  notIn: 'Cette liste est celle d’un site gagné.',
  ended: 'Cette reprise est terminée : rouvrez-la.',
  reason: 'Dites pourquoi vous vous écartez du calcul',
  notOnList: 'Ce collaborateur n’a pas travaillé sur ce site pendant ces neuf mois.',
  notListed: 'Ce collaborateur n’est pas sur la liste des salariés transférables : mettez-l’y d’abord.',
  noStep: 'Cette étape n’est pas de cette reprise.',
  future: 'Cette date est à venir.',
  acted:
    'Des contrats ont été terminés, ou des collaborateurs créés, par cette reprise : terminez-la au lieu de la supprimer.',
} as const;

const readers = { agency: ['listAgentContracts'] } as const;
const writers = { agency: ['editAgentContract'] } as const;

const condition = z.strictObject({
  code: z.enum(Object.keys(conditionLabels) as [ConditionCode]),
  state: z.enum(['met', 'unmet', 'unknown']),
  figure: z.string(),
});

const declared = z.strictObject({
  onNotice: z.boolean().nullable(),
  unfit: z.boolean().nullable(),
  identityValid: z.boolean().nullable(),
  cardReceipt: z.string().nullable(),
  replacedQualifies: z.boolean().nullable(),
  hasMandate: z.boolean(),
  mandateHours: z.number().nullable(),
});

const outcome = z.enum(Object.keys(outcomes) as [keyof typeof outcomes]);

const attachment = z.strictObject({
  label: z.string(),
  state: z.enum(['present', 'partial', 'missing']),
  detail: z.string(),
});

const person = z.strictObject({
  agent: z.strictObject({ id: z.uuid(), name: z.string() }),
  conditions: z.array(condition),
  notes: z.array(z.string()),
  /** Of the rules alone. */
  outcome,
  seniorityDate: z.string().nullable(),
  isSenior: z.boolean(),
  declared,
  decision: z.enum(['INCLUDE', 'EXCLUDE']).nullable(),
  reason: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: z.string().nullable(),
  /** On the list to hand over. */
  isListed: z.boolean(),
  attachments: z.array(attachment),
  /** Nature and expected return, at the transfer. */
  absence: z.string().nullable(),
  /** The last day of the contract in force; null: open, or no contract. */
  contractEnd: z.string().nullable(),
  hasContract: z.boolean(),
  /** It was ended for this transfer. */
  hasLeft: z.boolean(),
});
export type JudgedPerson = z.output<typeof person>;

export const judgeTransfer = endpoint({
  name: 'judge:staffTransfer',
  method: 'GET',
  path: '/staffTransfer/{id}/people',
  mounts: readers,
  summary: 'Les collaborateurs d’un site perdu : qui est transférable, et pourquoi',
  params: byId,
  output: z.strictObject({
    start: z.string(),
    end: z.string(),
    people: z.array(person),
    obligation: z.strictObject({ senior: z.int(), others: z.int(), othersRequired: z.int(), required: z.int() }),
  }),
});

const reasonText = z.string('Texte attendu').trim().max(500);

export const decideTransfer = endpoint({
  name: 'decide:staffTransfer',
  method: 'POST',
  path: '/staffTransfer/{id}/decision',
  mounts: writers,
  summary: 'Dire d’un collaborateur ce que le logiciel ignore, confirmer ou écarter son transfert',
  params: byId,
  input: z
    .strictObject({
      agent: z.uuid('Identifiant invalide'),
      declared: z.strictObject({
        onNotice: z.boolean().nullable().default(null),
        unfit: z.boolean().nullable().default(null),
        identityValid: z.boolean().nullable().default(null),
        cardReceipt: z.string('Texte attendu').trim().max(60).nullable().default(null),
        replacedQualifies: z.boolean().nullable().default(null),
        hasMandate: z.boolean().default(false),
        mandateHours: z.number('Nombre attendu').min(0).max(1_500).multipleOf(0.25).nullable().default(null),
      }),
      /** Null: the rules decide. */
      decision: z.enum(['INCLUDE', 'EXCLUDE'], 'Valeur inconnue').nullable(),
      reason: reasonText.nullable().default(null),
    })
    .check(({ value, issues }) => {
      if (value.decision !== null && !value.reason)
        issues.push({ code: 'custom', path: ['reason'], message: transferMessages.reason, input: value.reason });
    }),
});

const task = z.strictObject({
  code: z.string(),
  label: z.string(),
  article: z.string(),
  isTheirs: z.boolean(),
  due: z.string().nullable(),
  doneOn: z.string().nullable(),
  doneBy: z.string().nullable(),
});
export type TransferTask = z.output<typeof task>;

export const fetchTransferTasks = endpoint({
  name: 'tasks:staffTransfer',
  method: 'GET',
  path: '/staffTransfer/{id}/tasks',
  mounts: readers,
  summary: 'Les étapes d’une reprise et leurs délais',
  params: byId,
  output: z.strictObject({ tasks: z.array(task) }),
});

export const markTransferTask = endpoint({
  name: 'mark:staffTransfer',
  method: 'POST',
  path: '/staffTransfer/{id}/task',
  mounts: writers,
  summary: 'Marquer une étape faite, ou à refaire',
  params: byId,
  input: z.strictObject({
    code: z.enum(stepCodes, 'Étape inconnue'),
    /** Null: not done after all. */
    doneOn: calledDay().nullable(),
  }),
  output: z.strictObject({ tasks: z.array(task) }),
});

const formRow = z.partialRecord(
  z.enum(formKeys as [string, ...string[]]),
  z.union([z.string(), z.number()]).nullable(),
);

export const readTransferForm = endpoint({
  name: 'form:staffTransfer',
  method: 'GET',
  path: '/staffTransfer/{id}/form',
  mounts: readers,
  summary: 'Le formulaire de l’accord de branche : les salariés de la liste, ligne par ligne',
  params: byId,
  output: z.strictObject({ rows: z.array(formRow) }),
});

export const printTransfer = endpoint({
  name: 'print:staffTransfer',
  method: 'GET',
  path: '/staffTransfer/{id}/pdf',
  mounts: readers,
  summary: 'Le formulaire de l’accord de branche et les pièces à remettre, en PDF',
  params: byId,
  binary: true,
});

export const receivePeople = endpoint({
  name: 'receive:staffTransfer',
  method: 'POST',
  path: '/staffTransfer/{id}/received',
  mounts: writers,
  summary: 'Enregistrer la liste reçue de l’entreprise sortante : toutes ses lignes, ou aucune',
  params: byId,
  input: z.strictObject({
    people: z
      .array(saveSchema(TransferPerson))
      .min(1, 'Aucun salarié')
      .max(mostReceived, `${mostReceived} salariés au plus`),
  }),
  output: z.strictObject({ created: z.int() }),
});

export const hirePeople = endpoint({
  name: 'hire:staffTransfer',
  method: 'POST',
  path: '/staffTransfer/{id}/hire',
  mounts: { agency: ['createAgent'] },
  summary: 'Créer les collaborateurs repris, avec leur contrat et leur ancienneté',
  params: byId,
  input: z.strictObject({
    people: z.array(z.uuid('Identifiant invalide')).min(1).max(mostReceived),
    /** Of somebody who is there already: his sheet; null: another one all the same. */
    known: z
      .record(z.uuid('Identifiant invalide'), z.uuid('Identifiant invalide').nullable())
      .refine((all) => Object.keys(all).length <= mostReceived, 'Trop de lignes')
      .default({}),
  }),
  output: z.strictObject({ created: z.int(), linked: z.int() }),
});

export const knownBy = {
  birth: 'mêmes nom et date de naissance',
  email: 'même e-mail',
  card: 'même carte professionnelle',
} as const;

export const findKnownPeople = endpoint({
  name: 'known:staffTransfer',
  method: 'GET',
  path: '/staffTransfer/{id}/known',
  mounts: { agency: ['createAgent'] },
  summary: 'Les salariés repris qui ont déjà une fiche',
  params: byId,
  output: z.strictObject({
    people: z.array(
      z.strictObject({
        person: z.uuid(),
        agent: z.strictObject({ id: z.uuid(), name: z.string() }),
        by: z.enum(Object.keys(knownBy) as [keyof typeof knownBy]),
      }),
    ),
  }),
});

export const endTransferred = endpoint({
  name: 'leave:staffTransfer',
  method: 'POST',
  path: '/staffTransfer/{id}/leave',
  mounts: writers,
  summary:
    'Terminer, la veille du transfert, les contrats des collaborateurs transférés, et libérer ou garder leurs services',
  params: byId,
  input: z.strictObject({
    agents: z.array(z.uuid('Identifiant invalide')).min(1).max(mostReceived),
    services: z.enum(['keep', 'free'], 'Valeur inconnue'),
  }),
  output: z.strictObject({ ended: z.int(), freed: z.int() }),
});

/** Another date: the ends of those who left move with it. Earlier, their services since are freed or kept; later, what it took can be given back. */
export const moveTransferDate = endpoint({
  name: 'date:staffTransfer',
  method: 'POST',
  path: '/staffTransfer/{id}/date',
  mounts: writers,
  summary: 'Changer la date d’une reprise, et dire ce que deviennent les services de ceux qui partent',
  params: byId,
  input: z.strictObject({
    transferDate: calledDay(),
    services: z.enum(['keep', 'free'], 'Valeur inconnue'),
    version: z.int().optional(),
  }),
  output: z.strictObject({
    /** Of all who leave. */
    freed: z.array(z.uuid()),
    /** What can be given back to each (`giveBackServices`). */
    back: z.array(z.strictObject({ agent: z.strictObject({ id: z.uuid(), name: z.string() }), ...freedSchema.shape })),
  }),
});
