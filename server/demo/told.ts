// What a newcomer would otherwise not see: the services that somebody's leaving freed, and what customers were told.
import { Agent } from '#core/agents/agent.ts';
import { archivedStates } from '#core/kernel/machine.ts';
import { sitePlanningPublished } from '#core/planning/notifications.ts';
import { sitesNotice } from '#core/planning/publication.ts';
import { Service } from '#core/planning/service.ts';
import { waiting } from '#core/planning/status.ts';
import { activeStatus } from '#core/roles.ts';
import type { DemoAgency, DemoService } from '#demo/index.ts';
import type { Db } from '#server/db/database.ts';
import { insertRows } from '#server/kernel/rows.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';

const dayLength = 86_400_000;
const freedCount = 2;
const [archivedStatus] = archivedStates(Agent.machine);

const startOf = ({ draft }: DemoService): string => draft.startAt ?? '';

/** Those who left had these posts, which nobody else has got since. */
export async function insertFreed(db: Db, { agency, agents, planning }: DemoAgency, now: Date): Promise<void> {
  const owner = agents.find(({ isOwner }) => isOwner);
  const left = agents
    .filter(({ status, draft }) => status === archivedStatus && draft.agentInfos?.plannable)
    .toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1))
    .findLast(({ draft }) => draft.agentInfos?.contracts?.at(-1)?.endDate);
  if (!left || !owner?.userId) return;
  const at = new Date(now.getTime() - 2 * dayLength).toISOString();
  const before = [{ id: left.id, name: `${left.draft.firstname} ${left.draft.lastname}` }];
  const freed = planning.services
    .filter(
      (service) =>
        service.status === waiting &&
        service.circuitId === null &&
        service.createdAt < at &&
        (service.draft.agents ?? []).length === 0 &&
        startOf(service) > new Date(now.getTime() + dayLength).toISOString(),
    )
    .toSorted((one, other) => (startOf(one) < startOf(other) ? -1 : 1))
    .slice(0, freedCount);
  const author = `${owner.draft.firstname} ${owner.draft.lastname}`;
  const common = { agency_id: agency.id, at, user_id: owner.userId, author };
  const lines = [
    {
      entity: Agent.name,
      id: left.id,
      action: 'archive',
      changes: { status: { before: activeStatus, after: archivedStatus } },
    },
    ...freed.map(({ id }) => ({
      entity: Service.name,
      id,
      action: 'edit',
      changes: { agents: { before, after: [] } },
    })),
  ];
  await insertRows(db, 'audit', lines, ({ entity, id, action, changes }) => ({
    ...common,
    ...{ id: uuidv7(Date.parse(at)), entity, entity_id: id, action, changes },
  }));
}

/** Of the services of the coming week, to each contact who may read the planning of his sites. */
export async function insertCustomerNotices(db: Db, world: DemoAgency, now: Date): Promise<void> {
  const { agency, customers, sites, planning } = world;
  const at = new Date(now.getTime() - dayLength).toISOString();
  const [from, to] = [now.toISOString(), new Date(now.getTime() + 7 * dayLength).toISOString()];
  const coming = planning.services.filter(
    (service) => service.publishedAt !== null && startOf(service) > from && startOf(service) < to,
  );
  const rows = customers.flatMap(({ id, contacts }) => {
    const own = new Map(sites.filter(({ draft }) => draft.customer?.id === id).map((site) => [site.id, site]));
    const seen = coming.filter(({ draft }) => own.has(draft.site?.id ?? ''));
    const days = seen.map((service) => startOf(service).slice(0, 10)).toSorted();
    const [first, last] = [days[0], days.at(-1)];
    if (first === undefined || last === undefined) return [];
    const names = [...new Set(seen.map(({ draft }) => own.get(draft.site?.id ?? '')?.draft.name ?? ''))];
    const { title, text } = sitesNotice({ count: seen.length, first, last, sites: names.toSorted() });
    return contacts
      .filter(
        ({ userId, status, rights }) =>
          userId !== null && status === activeStatus && rights.includes('readSitePlanning'),
      )
      .map(({ userId }) => ({ id: uuidv7(Date.parse(at)), userId, title, text }));
  });
  await insertRows(db, 'notifications', rows, ({ id, userId, title, text }) => ({
    ...{ agency_id: agency.id, id, user_id: userId, kind: sitePlanningPublished.name, event: id, created_at: at },
    ...{ title, content: text, link: '/customerPlanning' },
  }));
}
