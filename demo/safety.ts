// Lone workers: the site of the demo agent is protected, and one alarm of the past week has its whole story.

import { typeOf } from '#core/logbook/types.ts';
import type { LogAct } from '#core/safety/alarm.ts';
import { logTypes } from '#core/safety/log-types.ts';
import { reportWords } from '#core/safety/report.ts';
import { idAt } from './chance.ts';
import type { Draw } from './draw.ts';
import type { DemoEntry } from './logbook.ts';
import type { DemoAgent, DemoService, DemoSite } from './world.ts';

export interface DemoSafety {
  /** The protected site. */
  siteId: string;
  chain: { id: string; agentId: string; delay: number }[];
  alarm: { id: string; agentId: string; serviceId: string; at: string; acknowledgedAt: string; closedAt: string };
  log: { id: string; at: string; act: LogAct; agentId: string | null; content: string | null }[];
  entry: DemoEntry;
}

const minute = 60_000;
const week = 7 * 86_400_000;

/** Null: nobody of the agency has the address, or he did not work this week. */
export function safetyOf(
  email: string,
  {
    agents,
    services,
    draw,
    now,
  }: { agents: readonly DemoAgent[]; services: readonly DemoService[]; draw: Draw; now: Date },
): DemoSafety | null {
  const agent = agents.find(({ draft }) => draft.email === email);
  const lived = services.findLast(
    ({ draft, realStartAt, realEndAt, status }) =>
      status === 300 &&
      draft.site &&
      draft.agents?.some(({ id }) => id === agent?.id) &&
      Date.parse(realStartAt ?? '') > now.getTime() - week &&
      Date.parse(realEndAt ?? '') < now.getTime(),
  );
  const answering = agents.filter(
    ({ isOwner, draft, userId }) => userId && (isOwner || draft.email?.startsWith('planning@')),
  );
  const [first, second] = answering;
  if (!agent || !lived?.draft.site || !first || !second) return null;
  const ids = Array.from({ length: 12 }, (_, rank) => idAt(rank, draw.chance('alarm', rank)));
  const id = ids[0] ?? '';
  const start = Date.parse(lived.realStartAt ?? '') + 95 * minute;
  const after = (minutes: number): string => new Date(start + minutes * minute).toISOString();
  const lines: [minutes: number, act: LogAct, who: DemoAgent | null, content: string | null][] = [
    [0, 'raised', null, reportWords.inactivity],
    [0, 'told', first, 'Dans l’application, Par e-mail'],
    [5, 'told', second, 'Dans l’application, Par e-mail'],
    [6, 'acknowledge', second, null],
    [7, 'take', second, 'Je l’appelle.'],
    [9, 'comment', second, 'Il répond : téléphone posé sur le bureau pendant la relève.'],
    [10, 'close', second, 'Rappel de la consigne : garder le téléphone sur soi.'],
  ];
  const type = typeOf(logTypes.inactivity);
  return {
    siteId: lived.draft.site.id,
    chain: [first, second].map((one, rank) => ({ id: ids[rank + 1] ?? '', agentId: one.id, delay: 5 })),
    alarm: { id, agentId: agent.id, serviceId: lived.id, at: after(0), acknowledgedAt: after(6), closedAt: after(10) },
    log: lines.map(([minutes, act, who, content], rank) => ({
      ...{ id: rank === 0 ? id : (ids[rank + 3] ?? ''), at: after(minutes), act, agentId: who?.id ?? null, content },
    })),
    entry: {
      ...{
        id,
        kind: 'entry',
        eventId: id,
        targetId: null,
        siteId: lived.draft.site.id,
        agentId: agent.id,
        at: after(0),
      },
      content: {
        ...{ type: type?.id, category: type?.typeKey, label: type?.label, subType: null, customerShow: false },
        ...{ description: reportWords.inactivity, service: lived.id, at: after(0), author: agent.id },
      },
    },
  };
}

export const withProtection = (sites: readonly DemoSite[], safety: DemoSafety | null): DemoSite[] =>
  sites.map((site) => (site.id === safety?.siteId ? { ...site, draft: { ...site.draft, loneWorker: true } } : site));
