import type { Row } from '#core/kernel/entity.ts';
import type { AgentRequest, CustomerRequest } from '#core/requests/request.ts';

export type AgentRequestRow = Row<typeof AgentRequest>;
export type CustomerRequestRow = Row<typeof CustomerRequest>;
export type RequestRow = AgentRequestRow | CustomerRequestRow;
