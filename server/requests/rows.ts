// A request as the server reads it whole, of either kind.
import type { Row } from '#core/kernel/entity.ts';
import type { AgentRequest, CustomerRequest } from '#core/requests/request.ts';

export type AgentRequestRow = Row<typeof AgentRequest>;
export type CustomerRequestRow = Row<typeof CustomerRequest>;
export type RequestRow = AgentRequestRow | CustomerRequestRow;

export const requesterOf = (row: RequestRow): string =>
  'nature' in row ? row.agent.name : (row.createdBy.name ?? row.customer.name);
