// Supervision (W-001): current services in progress, late, or about to begin.
import * as z from 'zod';
import { location } from '../kernel/called.ts';
import { byId, endpoint } from '../kernel/endpoint.ts';
import { allUntoldReasons } from '../planning/notifications.ts';
import { finished, interrupted, isActive, late, missed, unfinished, waiting } from '../planning/status.ts';
import { posts, presences } from './posts.ts';

/** In order of urgency. */
export const watchedGroups = {
  late: 'En retard',
  interrupted: 'Interrompus',
  endedEarly: 'Terminés avant l’heure',
  notDone: 'Non commencés ou non terminés',
  active: 'En cours',
  soon: 'À venir',
} as const;
export type WatchedGroup = keyof typeof watchedGroups;

/** Hours before the start, and hours after the end, in which a service is shown. */
export const watchedHours = { ahead: 2, behind: 12 } as const;

/** Null: not watched. A finished service is watched until its planned end, if it ended before (readSupervision). */
export function watchedGroupOf(status: number): WatchedGroup | null {
  if (isActive(status)) return 'active';
  if (status === late) return 'late';
  if (status === interrupted) return 'interrupted';
  if (status === finished) return 'endedEarly';
  if (status === missed || status === unfinished) return 'notDone';
  return status === waiting ? 'soon' : null;
}

const watched = z.strictObject({
  id: z.uuid(),
  reference: z.string(),
  status: z.int(),
  startAt: z.string(),
  endAt: z.string(),
  realStartAt: z.string().nullable(),
  realEndAt: z.string().nullable(),
  isCircuit: z.boolean(),
  postTitle: z.string().nullable(),
  site: z
    .strictObject({ id: z.uuid(), name: z.string(), city: z.string().nullable(), location: location.nullable() })
    .nullable(),
  agents: z.array(
    z.strictObject({
      id: z.uuid(),
      name: z.string(),
      /** Empty for callers who may not read them. */
      phones: z.array(z.string()),
      /** He has not begun although a colleague has, and the tolerance has passed (decision 83). */
      awaited: z.boolean(),
      /** Of two agents one may be there and the other gone. */
      presence: z.enum(presences),
      /** He works there although he is no longer assigned: his telephone was offline when somebody removed him. */
      replaced: z.literal(true).optional(),
    }),
  ),
  /** Unassigned posts. */
  missing: z.int(),
  /** Executions of rounds; null: none is planned. */
  rounds: z
    .strictObject({
      ...{ planned: z.int(), done: z.int() },
      /** Ended before all their points were answered for. */
      unfinished: z.int(),
      /** One should have begun by now. */
      late: z.boolean(),
      /** Points validated of the execution under way. */
      running: z.strictObject({ validated: z.int(), total: z.int() }).nullable(),
    })
    .nullable(),
  /** Of a tour, also of its stops (`stop`: the site). Its content is for those who may read the events. */
  lastEvent: z
    .strictObject({ type: z.int(), at: z.string(), content: z.string().nullable(), stop: z.string().nullable() })
    .nullable(),
});
export type WatchedService = z.output<typeof watched>;

/** « Ronde 2/3 · 5 sur 8 », « Rondes 1/3 », « Rondes 1/2, 1 inachevée »; null: none is planned. */
export function roundsWords({ rounds }: Pick<WatchedService, 'rounds'>): string | null {
  if (rounds === null) return null;
  const { planned, done, running, late, unfinished } = rounds;
  const next = done + unfinished + 1;
  const left = unfinished > 0 ? `, ${unfinished} inachevée${unfinished > 1 ? 's' : ''}` : '';
  return running
    ? `Ronde ${next}/${Math.max(planned, next)}${left} · ${running.validated} sur ${running.total}`
    : `Rondes ${done}/${planned}${left}${late ? ' · en retard' : ''}`;
}

const board = z.strictObject({
  /** As on the first page. */
  postsNow: posts,
  services: z.array(watched),
  /** Number of services above the limit of the screen; those in progress and to come are left out first. */
  leftOut: z.int(),
});
export type Board = z.output<typeof board>;

export const readSupervision = endpoint({
  name: 'supervision:service',
  method: 'GET',
  path: '/supervision',
  mounts: { agency: ['readSupervision'] },
  summary:
    'Les services en cours, en retard, interrompus, terminés avant l’heure, non commencés et à venir, avec leurs collaborateurs et leur dernier événement',
  output: board,
});

/** Above this many changed services the board is read whole. */
export const mostWatchedRows = 200;

export const readWatchedServices = endpoint({
  name: 'supervisionRows:service',
  method: 'POST',
  reads: true,
  path: '/fetch/supervision-rows',
  mounts: readSupervision.mounts,
  summary: 'De la supervision, les services qui ont changé ; ceux qu’elle ne montre plus ne sont pas dans la réponse',
  input: z.strictObject({ services: z.array(z.uuid('Identifiant invalide')).min(1).max(mostWatchedRows) }),
  output: board,
});

const content = z.string().trim().min(1, 'Obligatoire').max(2_000, '2 000 caractères au plus');

export const noteService = endpoint({
  name: 'note:service',
  method: 'POST',
  path: '/circuit/{id}/note',
  mounts: { agency: ['readSupervision', 'editService'] },
  summary: 'Noter dans le déroulé d’un service ce que l’agence a fait ; seule l’agence le lit',
  weight: 20,
  params: byId,
  input: z.strictObject({ content }),
});

export const messageAgents = endpoint({
  name: 'message:service',
  method: 'POST',
  path: '/circuit/{id}/message',
  mounts: { agency: ['readSupervision'] },
  summary:
    'Écrire aux collaborateurs d’un service publié, dans l’application ou par e-mail selon leur choix ; la réponse dit qui n’a pu être joint',
  params: byId,
  input: z.strictObject({
    content,
    agents: z
      .array(z.uuid('Identifiant invalide').transform((id) => id.toLowerCase()))
      .min(1, 'Obligatoire')
      .max(100, '100 collaborateurs au plus'),
  }),
  output: z.strictObject({
    /** Number of people told. */
    told: z.int(),
    missed: z.array(z.strictObject({ id: z.uuid(), name: z.string(), why: z.enum(allUntoldReasons) })),
  }),
});

/** Messages and notes of one person in an hour: a stolen account must not write to everybody, nor bury what happened. */
export const messagesPerHour = 60;
export const notesPerHour = 300;
