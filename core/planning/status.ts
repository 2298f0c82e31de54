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

export const serviceStatus = machine({
  initial: waiting,
  states: {
    100: { label: 'En attente', tone: 'neutral' },
    110: { label: 'En retard', tone: 'warning' },
    120: { label: 'Non réalisé', tone: 'negative' },
    200: { label: 'En cours', tone: 'info' },
    250: { label: 'Prolongation de service/tournée', tone: 'info' },
    300: { label: 'Terminé', tone: 'positive' },
    400: { label: 'Interrompu', tone: 'negative' },
    500: { label: 'En pause', tone: 'warning' },
    600: { label: 'Archivé', tone: 'neutral' },
    700: { label: 'Déprogrammé', tone: 'neutral' },
    800: { label: 'Non terminé', tone: 'negative' },
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
