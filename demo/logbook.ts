// A week of the daily log: what agents wrote on their services.
import { typeOf } from '#core/logbook/types.ts';
import { idAt } from './chance.ts';
import type { Draw } from './draw.ts';
import { intrusion, loggedByAgents } from './lists/logbook.ts';
import type { DemoService } from './world.ts';

/** As the chain takes it (db/migrations/0042-logbook.sql). */
export interface DemoEntry {
  id: string;
  kind: 'entry' | 'finding' | 'correction';
  eventId: string;
  targetId: string | null;
  siteId: string;
  agentId: string;
  at: string;
  content: Record<string, unknown>;
}

const week = 7 * 86_400_000;
const minute = 60_000;

interface Written {
  type: number;
  text: string | null;
  subType?: string | undefined;
  findings: readonly string[];
}

/** In the order of the facts. */
export function logbookOf(services: readonly DemoService[], draw: Draw, now: Date): DemoEntry[] {
  let rank = 0;
  const entries: DemoEntry[] = [];
  const lived = services
    .filter(({ realStartAt, draft }) => realStartAt && draft.site && Date.parse(realStartAt) > now.getTime() - week)
    .toSorted((one, other) => String(one.realStartAt).localeCompare(String(other.realStartAt)));
  const serious = lived.filter(({ status }) => status === 300).at(-1);
  for (const service of lived) {
    const chance = draw.chance('logbook', rank);
    const [start, end] = [Date.parse(service.realStartAt ?? ''), Date.parse(service.realEndAt ?? now.toISOString())];
    const span = Math.max(10, Math.floor((Math.min(end, now.getTime()) - start) / minute) - 5);
    const written: Written[] = chance
      .some(loggedByAgents, chance.integer(0, 3))
      .map(([type, text, subType, finding]) => ({ type, text, subType, findings: finding ? [finding] : [] }));
    if (service === serious) written.push(intrusion);
    const minutes = written.map(() => chance.integer(2, span)).sort((one, other) => one - other);
    for (const [place, one] of written.entries()) {
      const made = entriesOf(one, service, new Date(start + (minutes[place] ?? 0) * minute), () => {
        rank += 1;
        return idAt(rank, draw.chance('logbookEntry', rank));
      });
      entries.push(...made.filter(({ at }) => Date.parse(at) <= now.getTime()));
    }
    rank += 1;
  }
  return entries.toSorted((one, other) => one.at.localeCompare(other.at));
}

function entriesOf(
  { type: id, text, subType, findings }: Written,
  service: DemoService,
  at: Date,
  next: () => string,
): DemoEntry[] {
  const type = typeOf(id);
  const agent = service.draft.agents?.[0]?.id;
  if (!type || !agent) return [];
  const eventId = next();
  const place = { eventId, siteId: service.draft.site?.id ?? '', agentId: agent, targetId: null };
  const event = {
    ...{ type: type.id, category: type.typeKey, label: type.label, subType: subType ?? null, description: text },
    ...{ service: service.id, at: at.toISOString(), customerShow: type.customerShow, author: agent },
  };
  return [
    { id: eventId, kind: 'entry', at: event.at, content: event, ...place },
    ...findings.map((finding, rank): DemoEntry => {
      const found = new Date(at.getTime() + (rank + 1) * 4 * minute).toISOString();
      const content = { text: finding, at: found, files: [], author: agent };
      return { id: next(), kind: 'finding', at: found, content, ...place };
    }),
  ];
}
