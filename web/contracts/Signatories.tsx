// Below the signatories of a contract: whom it is made with, and who signs for the agency, in one click each.
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Agent } from '#core/agents/agent.ts';
import { ContractSignatureTemplate } from '#core/contracts/signature-template.ts';
import { contractRights } from '#core/contracts/status.ts';
import type { ContractKind } from '#core/contracts/variables.ts';
import { Customer } from '#core/customers/customer.ts';
import type { Endpoint } from '#core/kernel/endpoint.ts';
import type { Entity, Row } from '#core/kernel/entity.ts';
import { endpointsOf } from '#ui/client/call.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import type { BelowProps } from '#ui/EntityDialog/extras.ts';
import classes from './contracts.module.css';

interface Line {
  fullname?: string | null;
  email?: string | null;
  role?: string | null;
}

const templates = endpointsOf(ContractSignatureTemplate as Entity).list as Endpoint;

export type Saved = Row<typeof ContractSignatureTemplate>;

/** The default first. */
export function useSavedSignatures(kind: ContractKind): Saved[] {
  const { can } = useSession();
  const { data } = useCall(templates, { input: { limit: 50 }, enabled: can([contractRights(kind).sign]) });
  const rows = ((data as Record<string, unknown> | undefined)?.[ContractSignatureTemplate.plural] ?? []) as Saved[];
  return rows.toSorted((one, other) => Number(other.useAsDefault) - Number(one.useAsDefault));
}

const agents = endpointsOf(Agent as Entity).read as Endpoint;
const customers = endpointsOf(Customer as Entity).read as Endpoint;

/** The collaborator himself; of a customer, its contacts. */
function useParty(kind: ContractKind, values: BelowProps['values']): Line[] {
  const { can } = useSession();
  const id = (values[kind] as { id?: string } | null | undefined)?.id;
  const mayRead = can([kind === 'agent' ? 'readAgent' : 'listCustomers']);
  const { data } = useCall(kind === 'agent' ? agents : customers, {
    params: { id: id ?? '' },
    enabled: id !== undefined && mayRead,
  });
  const found = (data as Record<string, Record<string, unknown>> | undefined)?.[kind];
  if (!id || !found) return [];
  const named = (person: Record<string, unknown>): Line => ({
    fullname: [person.firstname, person.lastname].filter(Boolean).join(' '),
    ...{ email: (person.email as string | null) ?? null, role: 'PARTY' },
  });
  return kind === 'agent' ? [named(found)] : ((found.userCompanies ?? []) as Record<string, unknown>[]).map(named);
}

export function Signatories({ kind, values, change }: BelowProps & { kind: ContractKind }): ReactNode {
  const party = useParty(kind, values);
  const saved = useSavedSignatures(kind);
  if (!change) return null;
  const lines = (Array.isArray(values.signatures) ? values.signatures : []) as Line[];
  const offered = [...saved.map(({ fullname, email }): Line => ({ fullname, email, role: 'AGENCY' })), ...party].filter(
    ({ fullname }) => fullname && !lines.some((line) => line.fullname === fullname),
  );
  if (offered.length === 0) return null;
  return (
    <div className={classes.variables}>
      {offered.map((line) => (
        <Button
          key={`${line.role} ${line.fullname}`}
          size="compact-sm"
          variant="default"
          onClick={() => change('signatures', [...lines, line])}
        >
          {`+ ${line.fullname}${line.role === 'AGENCY' ? ', pour l’agence' : ''}`}
        </Button>
      ))}
    </div>
  );
}
