// Information notes: their recipients, who has read them and who has confirmed them.
import type { InformationNote } from '#core/notes/note.ts';
import { unscheduled } from '#core/planning/status.ts';
import { activeStatus } from '#core/roles.ts';
import { idAt } from './chance.ts';
import type { Draw } from './draw.ts';
import { type NotePaper, type WrittenNote, writtenNotes } from './lists/notes.ts';
import type { SpecialtyName } from './lists/sectors.ts';
import type { DemoAgent, DemoService, DemoSite, Kept } from './world.ts';

export interface DemoReceipt {
  id: string;
  agentId: string;
  sentAt: string;
  readAt: string | null;
  acknowledgedAt: string | null;
}

export interface DemoNote extends Kept<typeof InformationNote> {
  status: number;
  publishedAt: string | null;
  edition: number;
  replacesId: string | null;
  receipts: readonly DemoReceipt[];
  papers: readonly NotePaper[];
}

interface Known {
  draw: Draw;
  agents: readonly DemoAgent[];
  sites: readonly DemoSite[];
  services: readonly DemoService[];
  specialtyIds: ReadonlyMap<SpecialtyName, string>;
  /** The guard of the demo account: he has a note to read. */
  shown: string | undefined;
}

const hourLength = 3_600_000;

const holds = ({ draft }: DemoAgent, ids: ReadonlySet<string>): boolean =>
  (draft.agentInfos?.specialties ?? []).some(({ id }) => ids.has(id));

/** Who works on each site: the agents of its services since a month ago; for a stop, the agents of its circuit. */
function peopleBySite(services: readonly DemoService[], sentAt: string): Map<string, Set<string>> {
  const since = Date.parse(sentAt) - 30 * 24 * hourLength;
  const byId = new Map(services.map((one) => [one.id, one]));
  const people = new Map<string, Set<string>>();
  for (const { circuitId, status, draft, ...service } of services) {
    const site = draft.site?.id;
    if (!site || status === unscheduled || Date.parse(draft.endAt ?? '') <= since) continue;
    const here = people.get(site) ?? new Set();
    for (const { id } of byId.get(circuitId ?? service.id)?.draft.agents ?? []) here.add(id);
    people.set(site, here);
  }
  return people;
}

/** The same rule as app_note_members (db/migrations/0017-notes.sql). */
function recipientsOf({ to }: WrittenNote, sentAt: string, { agents, sites, services, specialtyIds }: Known) {
  const staff = agents.filter(({ status, draft }) => status === activeStatus && draft.agentInfos?.type !== 'NOMINEE');
  if (to === undefined) return { members: staff, draft: { recipients: 'ALL' } as const };
  if (to === 'firstSites') {
    const people = peopleBySite(services, sentAt);
    const chosen = sites.filter(({ id, status }) => status === activeStatus && people.get(id)?.size).slice(0, 2);
    const members = new Set(
      chosen.flatMap(({ id, draft }) => {
        const barred = new Set((draft.siteUsers ?? []).map(({ agent }) => agent?.id));
        return [...(people.get(id) ?? [])].filter((agent) => !barred.has(agent));
      }),
    );
    return {
      members: staff.filter(({ id }) => members.has(id)),
      draft: { recipients: 'SITES', sites: chosen.map(({ id }) => ({ id })) } as const,
    };
  }
  if (to === 'leaders') {
    const leaders = staff.filter(({ draft }) => draft.position?.startsWith('Chef'));
    return {
      members: leaders,
      draft: { recipients: 'CHOSEN', agents: leaders.map(({ id }) => ({ id })) } as const,
    };
  }
  const ids = new Set(to.specialties.flatMap((name) => specialtyIds.get(name) ?? []));
  return {
    members: staff.filter((agent) => holds(agent, ids)),
    draft: { recipients: 'SPECIALTIES', specialties: [...ids].map((id) => ({ id })) } as const,
  };
}

export function notesOf(known: Known): DemoNote[] {
  const { draw, shown } = known;
  const made: DemoNote[] = [];
  for (const [rank, written] of writtenNotes.entries()) {
    const chance = draw.chance('note', rank);
    const old = made.find(({ draft }) => draft.title === written.replaces);
    const createdAt = draw.moment(draw.lastDay - written.age, chance);
    const isDraft = written.status === 200;
    const { members, draft } = recipientsOf(written, createdAt, known);
    made.push({
      id: idAt(rank, chance),
      createdAt,
      status: written.status,
      edition: (old?.edition ?? 0) + 1,
      replacesId: old?.id ?? null,
      publishedAt: isDraft ? null : createdAt,
      papers: written.files ?? [],
      draft: {
        title: written.title,
        content: written.content,
        mandatory: written.mandatory ?? false,
        // The demo's first notes count as mailed already: only new notes send mail.
        notifyByEmail: false,
        ...draft,
      },
      receipts: isDraft
        ? []
        : members.map(({ id }, place) => {
            const own = draw.chance(`receipt ${rank}`, place);
            const hours = own.integer(1, 60);
            const readAt = Date.parse(createdAt) + hours * hourLength;
            const isRead =
              id === shown
                ? written.age > 10
                : own.happens(written.read) && readAt < (draw.lastDay + 1) * 24 * hourLength;
            const read = isRead ? new Date(readAt).toISOString() : null;
            return {
              id: idAt(place, own),
              agentId: id,
              sentAt: createdAt,
              readAt: read,
              acknowledgedAt: written.mandatory && (id === shown || own.happens(0.9)) ? read : null,
            };
          }),
    });
  }
  return made;
}
