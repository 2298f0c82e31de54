// To whom a person of the agency writes: an agent, or a customer and his contacts.
import { Agent } from '#core/agents/agent.ts';
import { Customer } from '#core/customers/customer.ts';
import type { Row } from '#core/kernel/entity.ts';
import { call, endpointsOf } from '#ui/client/call.ts';

export interface Known {
  id: string;
  name: string;
  /** The own address first, then those of a customer's contacts. */
  addresses: string[];
}

const distinct = (addresses: readonly (string | null)[]): string[] => [
  ...new Set(addresses.flatMap((address) => (address ? [address.toLowerCase()] : []))),
];

export async function customerAddresses(id: string): Promise<Known> {
  const { customer } = (await call(endpointsOf(Customer).read, { params: { id } })) as {
    customer: Row<typeof Customer>;
  };
  const { name, email, userCompanies } = customer;
  return { id, name, addresses: distinct([email, ...userCompanies.map((contact) => contact.email)]) };
}

export async function agentAddresses(id: string): Promise<Known> {
  const { agent } = (await call(endpointsOf(Agent).read, { params: { id } })) as { agent: Row<typeof Agent> };
  return { id, name: agent.fullname, addresses: distinct([agent.email]) };
}
