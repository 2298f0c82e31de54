// Turns drags, resizes and copies of chips into changes of services.
import { useMemo, useRef } from 'react';
import { refusal } from '#core/kernel/machine.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { instantOf, wallOf } from '#core/planning/calendar.ts';
import type { PlannedService } from '#core/planning/calls.ts';
import { movedBreaks, plannedMinutes } from '#core/planning/planned.ts';
import { sentence } from '#core/planning/sentences.ts';
import { serviceStatus, unscheduled } from '#core/planning/status.ts';
import { confirm } from '#ui/confirm.tsx';
import { plural } from '#ui/format.ts';
import { notifyWarning } from '#ui/notify.ts';
import type { GridChip, GridDrag, GridDrop, GridVerdict } from '#ui/TimeGrid/types.ts';
import { change, copy, remove } from './acts.ts';
import { agentOfChip, type Rows, serviceOfChip } from './chips.ts';
import { consentFor, daysLater, type Planning, wordsOf, wouldBreak } from './model.ts';

export interface Drags {
  serviceOf(chip: Pick<GridChip, 'id'>): string;
  services(chips: readonly GridChip[]): PlannedService[];
  drop(chips: readonly GridChip[], drop: GridDrop, isCopy: boolean): void;
  resize(chip: GridChip, start: number, end: number): void;
  askRemove(chips: readonly GridChip[]): void;
  takeOff(chips: readonly GridChip[]): void;
  keep(chips: readonly GridChip[]): void;
  paste(row: string | null, start: number): void;
  canPaste(): boolean;
  /** Minutes that a drop would add to each agent, or remove. */
  dragged(drag: GridDrag): ReadonlyMap<string, number>;
  feedback(chip: GridChip, row: string | null, start: number, isCopy: boolean, end?: number): GridVerdict | null;
}

/** M-007 */
const noService = 'Merci de sélectionner un service';

/** Agents and site after the drag; `from` is the agent of the row where it began. */
function placed(
  service: PlannedService,
  by: Rows,
  from: string | null,
  row: string | null | undefined,
): Pick<PlannedService, 'agents' | 'site'> {
  const { agents, site } = service;
  if (row === undefined) return { agents, site };
  if (by === 'sites') return { agents, site: row ?? site };
  const others = agents.filter((agent) => agent !== from);
  return { agents: row === null || others.includes(row) ? others : [...others, row], site };
}

const movedTo = (service: PlannedService, start: number, end: number): PlannedService => ({
  ...service,
  start,
  end,
  breaks: movedBreaks(service, start, end),
});

/** « Port, 10/11 08:00 – 19:00 »: two messages in a row are told apart. */
function namedIn({ calendar, names }: Planning, { site, start, end }: PlannedService): string {
  const [from, to] = [wallOf(calendar, start), wallOf(calendar, end)];
  const place = site === null ? undefined : names.sites.get(site);
  return [place, `${frenchDay(from.day).slice(0, 5)} ${from.time} – ${to.time}`].filter(Boolean).join(', ');
}

export function useDrags(planning: Planning | null, by: Rows): Drags {
  const clipboard = useRef<readonly PlannedService[]>([]);
  return useMemo((): Drags => {
    const known = (id: string): PlannedService | undefined => planning?.services.get(serviceOfChip(id));
    const services = (chips: readonly GridChip[]): PlannedService[] => [
      ...new Map(chips.flatMap(({ id }) => known(id) ?? []).map((service) => [service.id, service])).values(),
    ];
    const startOf = (service: PlannedService, { columns, minutes }: GridDrop): number =>
      planning && columns !== 0 ? daysLater(planning.calendar, service.start, columns) : service.start + minutes;
    const endOf = (service: PlannedService, { columns, minutes }: GridDrop): number =>
      planning && columns !== 0 ? daysLater(planning.calendar, service.end, columns) : service.end + minutes;

    return {
      serviceOf: ({ id }) => serviceOfChip(id),
      services,
      drop(chips, drop, isCopy) {
        const found = chips.flatMap((chip) => {
          const service = known(chip.id);
          return service ? [{ service, from: agentOfChip(chip.id) }] : [];
        });
        if (found.length === 0) return notifyWarning(noService);
        if (isCopy) {
          void copy(
            found.map(({ service, from }) => {
              const { agents, site } = placed(service, by, from, drop.row);
              const start = startOf(service, drop);
              // A copy dropped in an agent's row has only this agent.
              const own = by === 'agents' && drop.row !== undefined ? (drop.row === null ? [] : [drop.row]) : agents;
              return {
                service,
                copy: {
                  service: service.id,
                  startAt: instantOf(start),
                  minutes: endOf(service, drop) - start,
                  agents: own,
                  site,
                },
              };
            }),
          );
          return;
        }
        // Two chips of one service are one change of it.
        const after = new Map<string, PlannedService>();
        for (const { service, from } of found) {
          const now = after.get(service.id) ?? movedTo(service, startOf(service, drop), endOf(service, drop));
          after.set(service.id, { ...now, ...placed(now, by, from, drop.row) });
        }
        void change(services(chips), [...after.values()], plural(after.size, 'service déplacé', 'services déplacés'));
      },
      resize(chip, start, end) {
        const service = known(chip.id);
        if (!service) return;
        const after = movedTo(service, start, end);
        void change([service], [after], `Horaires modifiés : ${planning ? namedIn(planning, after) : ''}`);
      },
      askRemove(chips) {
        const found = services(chips).filter(({ status }) => refusal(serviceStatus, 'delete', { status }) === null);
        if (found.length === 0)
          return notifyWarning(chips.length === 0 ? noService : 'Un service commencé ne se supprime pas');
        void confirm({
          title: `Supprimer ${plural(found.length, 'service')} ?`,
          message: 'La suppression est définitive. Pour garder une trace, déprogrammez plutôt le service.',
          confirmLabel: 'Supprimer',
          danger: true,
        }).then((yes) => (yes ? remove(found.map(({ id }) => id)) : undefined));
      },
      takeOff(chips) {
        const after = new Map<string, PlannedService>();
        for (const chip of chips) {
          const agent = agentOfChip(chip.id);
          const service = after.get(serviceOfChip(chip.id)) ?? known(chip.id);
          if (service && agent !== null)
            after.set(service.id, { ...service, agents: service.agents.filter((one) => one !== agent) });
        }
        // M-008
        if (after.size === 0) return notifyWarning('Merci de sélectionner un collaborateur');
        void change(services(chips), [...after.values()], 'Collaborateur retiré');
      },
      keep(chips) {
        clipboard.current = services(chips);
      },
      canPaste: () => clipboard.current.length > 0,
      paste(row, start) {
        const [first] = clipboard.current;
        if (!first || !planning) return notifyWarning(noService);
        const { calendar } = planning;
        const days = calendar.dayOf(start) - calendar.dayOf(Math.min(...clipboard.current.map((one) => one.start)));
        void copy(
          clipboard.current.map((service) => {
            const [from, to] = [daysLater(calendar, service.start, days), daysLater(calendar, service.end, days)];
            return {
              service,
              copy: {
                service: service.id,
                startAt: instantOf(from),
                minutes: to - from,
                ...(by === 'agents' ? { agents: row === null ? [] : [row] } : { site: row ?? service.site }),
              },
            };
          }),
        );
      },
      dragged({ chips, drop, copy: isCopy }) {
        const more = new Map<string, number>();
        const add = (agent: string | null, minutes: number): void => {
          if (agent !== null) more.set(agent, (more.get(agent) ?? 0) + minutes);
        };
        for (const chip of chips) {
          const service = known(chip.id);
          const from = agentOfChip(chip.id);
          if (!service || by !== 'agents' || drop.row === undefined || (drop.row === from && !isCopy)) continue;
          if (!isCopy && from !== null) add(from, -plannedMinutes(service, from));
          add(drop.row, plannedMinutes(service, drop.row));
        }
        return more;
      },
      feedback(chip, row, start, isCopy, end) {
        const service = known(chip.id);
        if (!service || !planning || service.status === unscheduled) return null;
        const from = agentOfChip(chip.id);
        const spot = placed(service, by, isCopy ? null : from, row);
        const dropped = {
          ...movedTo(service, start, end ?? start + service.end - service.start),
          ...spot,
          id: isCopy ? '' : service.id,
        };
        const people = by === 'agents' ? (row === null ? [] : [row]) : dropped.agents;
        const found = people.flatMap((agent) => wouldBreak(planning, dropped, agent));
        const worst = found.toSorted((one, other) => other.level - one.level)[0];
        if (worst?.level === 2) return { allowed: 0, why: sentence(worst, wordsOf(planning)) };
        const before = isCopy ? null : service;
        const consent = people.map((agent) => consentFor(planning, before, dropped, agent)).find((one) => one !== null);
        const why = [...(worst ? [sentence(worst, wordsOf(planning))] : []), ...(consent ? [consent] : [])];
        return { allowed: why.length > 0 ? 1 : 2, why: why.join(' ') };
      },
    };
  }, [planning, by]);
}
