// Services that an event of the field may belong to: those of its agent first, the nearest in time first.
import type { KeptEvent } from '#core/field/desk-calls.ts';
import type { Row } from '#core/kernel/entity.ts';
import type { Filters } from '#core/kernel/query.ts';
import { Service } from '#core/planning/service.ts';
import { selectableStatuses } from '#core/planning/status.ts';
import { formatMoment } from '#ui/format.ts';
import { useLinked } from '../summary/linked.ts';

const day = 86_400_000;
/** Days before: a service lasts 72 hours at most. */
const before = 4;
const after = 1;
const most = 100;

export interface Choice {
  value: string;
  label: string;
}

type ServiceRow = Row<typeof Service>;

/** Milliseconds from the moment to the service; 0: within. */
export const distanceTo = ({ startAt, endAt }: Pick<ServiceRow, 'startAt' | 'endAt'>, at: number): number =>
  Math.max(0, Date.parse(startAt) - at, at - Date.parse(endAt));

const labelOf = ({ site, postTitle, reference, startAt, endAt }: ServiceRow, zone: string): string =>
  [site?.name ?? reference, postTitle, `${formatMoment(startAt, zone)} – ${formatMoment(endAt, zone)}`]
    .filter(Boolean)
    .join(' · ');

export function useServicesAround(
  { agent, service, createdAt }: KeptEvent,
  zone: string,
): { own: Choice[]; others: Choice[]; isRead: boolean } {
  const at = Date.parse(createdAt);
  const around: Filters = {
    status: selectableStatuses,
    start: new Date(at - before * day).toISOString(),
    end: new Date(at + after * day).toISOString(),
  };
  const page = { orderBy: 'startAt', ascending: false, page: 1, limit: most };
  const ofAgent = useLinked(Service, { ...page, filters: { ...around, agents: [agent?.id ?? ''] } }, agent !== null);
  const all = useLinked(Service, { ...page, filters: around });
  const choicesOf = (rows: readonly unknown[] | undefined): Choice[] =>
    ((rows ?? []) as ServiceRow[])
      .toSorted((one, other) => distanceTo(one, at) - distanceTo(other, at))
      .map((row) => ({ value: row.id, label: labelOf(row, zone) }));
  // The one that the telephone named stays chosen, whoever holds it now.
  const told = service
    ? [
        {
          value: service.id,
          label: `${service.site} · ${formatMoment(service.startAt, zone)} – ${formatMoment(service.endAt, zone)}`,
        },
      ]
    : [];
  const own = choicesOf(ofAgent?.data?.rows);
  const isOwn = new Set(own.map(({ value }) => value));
  const others = [...told, ...choicesOf(all?.data?.rows).filter(({ value }) => value !== service?.id)];
  return {
    own,
    others: others.filter(({ value }) => !isOwn.has(value)),
    isRead: all === null || all.data !== undefined,
  };
}
