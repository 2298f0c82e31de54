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
    [waiting]: { label: 'En attente', tone: 'neutral' },
    [late]: { label: 'En retard', tone: 'warning' },
    [missed]: { label: 'Non réalisé', tone: 'negative' },
    [running]: { label: 'En cours', tone: 'info' },
    [extended]: { label: 'Prolongation de service/tournée', tone: 'info' },
    [finished]: { label: 'Terminé', tone: 'positive', ...over('Ce service est terminé') },
    [interrupted]: { label: 'Interrompu', tone: 'negative', ...over('Ce service a été interrompu') },
    [paused]: { label: 'En pause', tone: 'warning' },
    [archived]: {
      label: 'Archivé',
      tone: 'neutral',
      writable: 'nothing',
      frozen: 'Ce service est archivé : il est figé. « Corriger » le rectifie, avec un motif.',
    },
    [unscheduled]: { label: 'Déprogrammé', tone: 'neutral' },
    [unfinished]: { label: 'Non terminé', tone: 'negative', ...over('Personne n’a terminé ce service à temps') },
  },
  moves: {
    unschedule: {
      label: 'Déprogrammation',
      from: [waiting, late, missed],
      to: unscheduled,
      right: 'editService',
      done: 'Service déprogrammé',
    },
    reschedule: {
      label: 'Reprogrammation',
      from: [unscheduled],
      to: waiting,
      right: 'editService',
      done: 'Service reprogrammé',
    },
    archive: {
      label: 'Archivage',
      // What was not done is no work to be put away.
      from: [finished, interrupted, unfinished],
      to: archived,
      right: 'editService',
      done: 'Service archivé',
    },
    // What was begun is evidence: it stays.
    delete: {
      label: 'Suppression',
      from: [waiting, late, missed, unscheduled],
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
export const plannedStatuses: readonly number[] = [waiting, late, missed];
export const isPlanned = (status: number): boolean => plannedStatuses.includes(status);

/** Somebody is at work. */
export const activeStatuses: readonly number[] = [running, extended, paused];
export const isActive = (status: number): boolean => activeStatuses.includes(status);

/** Counts as work: in hours, rests and checks. What is put away was done. */
export const idleStatuses: readonly number[] = [missed, unscheduled];
export const counts = (status: number): boolean => !idleStatuses.includes(status);

/** What happened is known and stays: its plan is frozen (decision 85). */
export const overStatuses: readonly number[] = [finished, interrupted, archived, unfinished];
