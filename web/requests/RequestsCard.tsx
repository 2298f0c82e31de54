// The requests on the first page: for the agency those that wait for it, for an agent or a customer his own.

import { Anchor, Button, Text, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react';
import type { Entity, Scope } from '#core/kernel/entity.ts';
import { agentRequestReaders, customerRequestReaders, requestOf } from '#core/requests/request.ts';
import { type RequestKind, requestMachine, requestStatus } from '#core/requests/status.ts';
import type { Right } from '#core/rights.ts';
import { endpointsOf } from '#ui/client/call.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { formatMoment } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { StatusBadge } from '#ui/kinds.tsx';
import { pathFor } from '#ui/may.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { Panel } from '../dashboard/Panel.tsx';
import { Note } from '../summary/parts.tsx';
import classes from './requests.module.css';
import type { RequestRow } from './rows.ts';

const sheets = {
  agent: lazy(() => import('./Requests.tsx').then((loaded) => ({ default: loaded.AgentRequestSheet }))),
  customer: lazy(() => import('./Requests.tsx').then((loaded) => ({ default: loaded.CustomerRequestSheet }))),
};

/** The others are behind « Tout voir ». */
const shown = 5;

const places = { agent: '/demandes', customer: '/demandes-clients' } as const;

export function RequestsCard(): ReactNode {
  const session = useSession();
  const { scope, can } = session;
  if (scope === 'customer')
    return can(customerRequestReaders.customer) || can(['createOwnCustomerRequest']) ? (
      <Card kind="customer" title="Vos demandes" add={can(['createOwnCustomerRequest']) ? 'Faire une demande' : null} />
    ) : null;
  return (
    <>
      {can(agentRequestReaders.agency) ? (
        <Card kind="agent" title="Demandes des collaborateurs" add={null} waiting />
      ) : session.profile !== null && can(agentRequestReaders.agent) ? (
        <Card kind="agent" title="Mes demandes" add={can(['createOwnAgentRequest']) ? 'Faire une demande' : null} />
      ) : null}
      {can(customerRequestReaders.agency) ? (
        <Card kind="customer" title="Demandes des clients" add={null} waiting />
      ) : null}
    </>
  );
}

interface CardProps {
  kind: RequestKind;
  title: string;
  /** Null: he may not ask. */
  add: string | null;
  /** Only those that nobody answered; none: no card. */
  waiting?: boolean;
}

function Card({ kind, title, add, waiting = false }: CardProps): ReactNode {
  const { scope, can } = useSession();
  const { zone } = useLocale();
  /** Null: none; '': a new one. */
  const [open, setOpen] = useState<string | null>(null);
  const of = requestOf[kind] as Entity;
  const readers: Partial<Record<Scope, readonly Right[]>> =
    kind === 'agent' ? agentRequestReaders : customerRequestReaders;
  const list = useCall(
    endpointsOf(of).list as never,
    {
      mount: scope,
      input: {
        ...{ limit: shown, orderBy: 'createdAt', ascending: false },
        filters: waiting ? { status: [requestStatus.pending] } : {},
      },
      enabled: can(readers[scope] ?? []),
    } as never,
  ) as {
    data?: Record<string, RequestRow[]> & { filtered?: number };
    isError: boolean;
    isFetching: boolean;
    refetch(): unknown;
  };
  const rows = list.data?.[of.plural] ?? [];
  if (waiting && rows.length === 0 && !list.isError) return null;
  const Sheet = sheets[kind];
  return (
    <>
      <Panel
        title={title}
        action={
          add ? (
            <Button size="compact-sm" variant="light" onClick={() => setOpen('')}>
              {add}
            </Button>
          ) : waiting ? (
            <Anchor
              component={Link}
              {...({ to: places[kind], search: { f: { status: [requestStatus.pending] } } } as object)}
              size="sm"
            >
              {`Tout voir (${list.data?.filtered ?? rows.length})`}
            </Anchor>
          ) : null
        }
      >
        {list.isError && !list.data ? (
          <ReadFailure
            title="Les demandes n’ont pas pu être lues"
            busy={list.isFetching}
            onRetry={() => void list.refetch()}
          />
        ) : rows.length === 0 ? (
          <Text c="dimmed" p="md">
            {list.data || !can(readers[scope] ?? []) ? 'Aucune demande pour l’instant.' : 'Lecture…'}
          </Text>
        ) : (
          <ul className={classes.thread}>
            {rows.map((row) => (
              <li key={row.id}>
                <UnstyledButton className={classes.line ?? ''} onClick={() => setOpen(row.id)}>
                  <Line kind={kind} row={row} zone={zone} />
                </UnstyledButton>
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <Suspense>
        {open === null ? null : (
          <Sheet
            id={open || null}
            page="home"
            above
            onClose={() => setOpen(null)}
            onSaved={() => void list.refetch()}
          />
        )}
      </Suspense>
    </>
  );
}

function Line({ kind, row, zone }: { kind: RequestKind; row: RequestRow; zone: string }): ReactElement {
  const isAgency = pathFor(useSession(), requestOf[kind] as Entity) === 'agency';
  const whose = isAgency ? ('nature' in row ? row.agent?.name : row.customer?.name) : null;
  return (
    <>
      <strong>
        {row.subject}
        {row.isUnread ? <span className={classes.new}>{isAgency ? 'nouveau' : 'réponse à lire'}</span> : null}
      </strong>
      <Note>{[whose, row.requestType.name, formatMoment(row.createdAt, zone)].filter(Boolean).join(' · ')}</Note>
      <StatusBadge machine={requestMachine(kind)} code={row.status} />
    </>
  );
}
