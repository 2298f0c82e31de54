// What an event says already: a message about it repeats it, and changes only what it names.
import type { Row } from '#core/kernel/entity.ts';
import type { LogEvent } from '#core/logbook/event.ts';

export type LogRow = Row<typeof LogEvent>;
export type Finding = LogRow['eventMessages'][number];

export const saidBy = ({ type, subType, description, service, createdAt }: LogRow) => ({
  ...{ type: { id: Number(type.id) }, subType, description, createdAt },
  service: service && { id: service.id },
});

/** With its identifier and its site, which never changes. */
export const saidOf = (event: LogRow) => ({ uuid: event.id, site: { id: event.site?.id ?? '' }, ...saidBy(event) });
