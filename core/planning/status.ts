// The life of a service: what a planner does with it, and what the field and the clock make of it (2 §4; N-005).
import { deletion, machine } from '../kernel/machine.ts';

export const waiting = 100;
export const late = 110;
export const missed = 120;
export const running = 200;
export const extended = 250;
export const finished = 300;
export const interrupted = 400;
export const paused = 500;
export const archived = 600;
export const unscheduled = 700;
export const unfinished = 800;

/** Decision 85: what is over keeps its plan (site, hours, people, post); time gaps and the comment stay open. */
const over = (why: string) =>
  ({
    // `confirmed`: a changed break is checked, and what the checks say may be accepted.
    writable: ['breaks', 'comment', 'confirmed'],
    frozen: `${why} : son plan est figé. « Corriger » le rectifie, avec un motif.`,
  }) as const;

export const serviceStatus = machine({
  initial: waiting,
  states: {
    100: { label: 'En attente', tone: 'neutral' },
    110: { label: 'En retard', tone: 'warning' },
    120: { label: 'Non réalisé', tone: 'negative' },
    200: { label: 'En cours', tone: 'info' },
    250: { label: 'Prolongation de service/tournée', tone: 'info' },
    300: { label: 'Terminé', tone: 'positive', ...over('Ce service est terminé') },
    400: { label: 'Interrompu', tone: 'negative', ...over('Ce service a été interrompu') },
    500: { label: 'En pause', tone: 'warning' },
    600: {
      label: 'Archivé',
      tone: 'neutral',
      writable: 'nothing',
      frozen: 'Ce service est archivé : il est figé. « Corriger » le rectifie, avec un motif.',
    },
    700: { label: 'Déprogrammé', tone: 'neutral' },
    800: { label: 'Non terminé', tone: 'negative', ...over('Personne n’a terminé ce service à temps') },
  },
  moves: {
    unschedule: {
      label: 'Déprogrammation',
      from: [100, 110, 120],
      to: 700,
      right: 'editService',
      done: 'Service déprogrammé',
    },
    reschedule: { label: 'Reprogrammation', from: [700], to: 100, right: 'editService', done: 'Service reprogrammé' },
    archive: {
      label: 'Archivage',
      // What was not done is no work to be put away.
      from: [300, 400, 800],
      to: 600,
      right: 'editService',
      done: 'Service archivé',
    },
    // What was begun is evidence: it stays.
    delete: {
      label: 'Suppression',
      from: [100, 110, 120, 700],
      to: null,
      right: 'deleteService',
      done: 'Service supprimé',
      confirm: deletion,
    },
  },
});

/** N-006: those that a list offers to choose from. */
export const selectableStatuses: readonly number[] = Object.keys(serviceStatus.states)
  .map(Number)
  .filter((code) => code !== archived && code !== unscheduled);

/** Neither begun nor given up: what a planner may still move. */
export const isPlanned = (status: number): boolean => status === waiting || status === late || status === missed;

/** Somebody is at work. */
export const isActive = (status: number): boolean => status === running || status === extended || status === paused;

/** Counts as work: in hours, rests and checks. What is put away was done. */
export const counts = (status: number): boolean => status !== unscheduled && status !== missed;

/** What happened is known and stays: its plan is frozen (decision 85). */
export const overStatuses: readonly number[] = [finished, interrupted, archived, unfinished];
