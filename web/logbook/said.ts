// What an event says already, for the messages about it.
import type { Row } from '#core/kernel/entity.ts';
import type { LogEvent } from '#core/logbook/event.ts';

export type LogRow = Row<typeof LogEvent>;
export type Finding = LogRow['eventMessages'][number];

export const saidBy = ({ type, subType, description, service, createdAt }: LogRow) => ({
  ...{ type: { id: Number(type.id) }, subType, description, createdAt },
  service: service && { id: service.id },
});

/**
 * What a message about a finding must say of its event. The server keeps the rest as it is now: this screen may not have a
 * colleague's correction yet.
 */
export const saidOf = ({ id, site, type }: LogRow) => ({
  ...{ uuid: id, site: { id: site?.id ?? '' }, type: { id: Number(type.id) } },
});
