// The states of a service and the planner's moves; other changes come from the field and the clock (2 §4; N-005).
import { deletion, machine, type State } from '../kernel/machine.ts';

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

/** Decision 85: a service that is over has a frozen plan (site, hours, people, post, planned breaks); the comment stays writable. */
const over = (why: string) =>
  ({
    writable: ['comment', 'confirmed'],
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
      archived: true,
      selectable: false,
      writable: 'nothing',
      frozen: 'Ce service est archivé : il est figé. « Corriger » le rectifie, avec un motif.',
    },
    [unscheduled]: { label: 'Déprogrammé', tone: 'neutral', selectable: false },
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
      // A missed service is no work to archive.
      from: [finished, interrupted, unfinished],
      to: archived,
      right: 'editService',
      done: 'Service archivé',
    },
    // A begun service is evidence and cannot be deleted.
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

/** N-006: neither archived nor unscheduled. */
export const selectableStatuses: readonly number[] = Object.entries<State>(serviceStatus.states).flatMap(
  ([code, { selectable }]) => (selectable === false ? [] : [Number(code)]),
);

/** Neither begun nor unscheduled: a planner can still change the plan. */
export const plannedStatuses: readonly number[] = [waiting, late, missed];
export const isPlanned = (status: number): boolean => plannedStatuses.includes(status);

/** An agent is at work. */
export const activeStatuses: readonly number[] = [running, extended, paused];
export const isActive = (status: number): boolean => activeStatuses.includes(status);

/** Whether the service counts as work in hours, rests and checks. An archived service does. */
export const idleStatuses: readonly number[] = [missed, unscheduled];
export const counts = (status: number): boolean => !idleStatuses.includes(status);

/** The service is over and its plan frozen (decision 85). */
export const overStatuses: readonly number[] = [finished, interrupted, archived, unfinished];
export const isOver = (status: number): boolean => overStatuses.includes(status);
