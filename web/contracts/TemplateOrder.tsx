// A template that is chosen sets the order of the signatures, which stays open to change: what is shown is what is saved.
import { type ReactNode, useEffect, useRef } from 'react';
import { templatesOf } from '#core/contracts/contract.ts';
import { contractRights } from '#core/contracts/status.ts';
import type { ContractKind } from '#core/contracts/variables.ts';
import type { Endpoint } from '#core/kernel/endpoint.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { endpointsOf } from '#ui/client/call.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import type { BelowProps } from '#ui/EntityDialog/extras.ts';

export function TemplateOrder({ kind, values, change }: BelowProps & { kind: ContractKind }): ReactNode {
  const { can } = useSession();
  const of = templatesOf[kind] as Entity;
  const id = (values.template as { id?: string } | null | undefined)?.id;
  // Of the record that is opened, nothing changes.
  const applied = useRef(id);
  const { data } = useCall(endpointsOf(of).read as Endpoint, {
    params: { id: id ?? '' },
    enabled: change !== undefined && id !== undefined && can([contractRights(kind).listTemplates]),
  });
  const template = (data as Record<string, { id: string; signingOrder: string }> | undefined)?.[of.name];
  useEffect(() => {
    if (!id) applied.current = id;
    if (!template || template.id !== id || applied.current === id) return;
    applied.current = id;
    change?.('signingOrder', template.signingOrder);
  }, [id, template, change]);
  return null;
}
