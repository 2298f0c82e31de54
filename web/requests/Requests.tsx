// The lists of requests: of collaborators and of customers for the agency, one's own for them (K-025).

import { useNavigate, useParams } from '@tanstack/react-router';
import { lazy, type ReactElement, Suspense, useEffect, useMemo, useState } from 'react';
import type { Entity } from '#core/kernel/entity.ts';
import { refusal } from '#core/kernel/machine.ts';
import { AgentRequest, CustomerRequest, requestOf } from '#core/requests/request.ts';
import { type RequestKind, requestMachine, requestRights } from '#core/requests/status.ts';
import { type Session, useSession } from '#ui/client/session.ts';
import type { BelowProps, DialogExtras, SummaryProps } from '#ui/EntityDialog/extras.ts';
import { EntityDialog } from '#ui/EntityDialog/index.tsx';
import { IconCheck, IconClock, IconX } from '#ui/icons.ts';
import { pathFor } from '#ui/may.ts';
import type { AnyRow } from '#ui/moves.ts';
import type { ScreenProps, SheetProps } from '#ui/shell/screen.ts';
import type { CardFields } from '#ui/Table/Cards.tsx';
import { EntityTable } from '#ui/Table/EntityTable.tsx';
import type { RowAction } from '#ui/Table/RowMenu.tsx';
import { EndInput, StartInput, WholeDays } from '../unavailabilities/Period.tsx';
import type { AnswerMove } from './AnswerDialog.tsx';
import type { RequestRow } from './rows.ts';
import { TypeInput } from './TypeInput.tsx';

const AnswerDialog = lazy(() => import('./AnswerDialog.tsx'));
const Summary = lazy(() => import('./RequestSummary.tsx'));

const AgentSummary = (props: SummaryProps): ReactElement => <Summary kind="agent" {...props} />;
const CustomerSummary = (props: SummaryProps): ReactElement => <Summary kind="customer" {...props} />;

const { agent, nature } = AgentRequest.fields;
const { customer } = CustomerRequest.fields;

const LeaveDays = (props: BelowProps): ReactElement | null =>
  props.values.nature === 'LEAVE' ? <WholeDays {...props} /> : null;

const agentExtras: DialogExtras = {
  summary: AgentSummary,
  inputs: { requestType: TypeInput, startAt: StartInput, endAt: EndInput },
  below: { Demande: LeaveDays },
  only: (field) => field !== nature,
};
/** He asks for himself. */
const ownExtras: DialogExtras = { ...agentExtras, only: (field) => field !== nature && field !== agent };
const customerExtras: DialogExtras = { summary: CustomerSummary };
const ownCustomerExtras: DialogExtras = { ...customerExtras, only: (field) => field !== customer };

/** Whether the caller reads and answers the requests of others, or has his own. */
const isOfAgency = (kind: RequestKind, session: Session): boolean =>
  pathFor(session, requestOf[kind] as Entity) === 'agency';

const extrasFor = (kind: RequestKind, session: Session): DialogExtras =>
  kind === 'agent'
    ? isOfAgency(kind, session)
      ? agentExtras
      : ownExtras
    : isOfAgency(kind, session)
      ? customerExtras
      : ownCustomerExtras;

/** K-022: the caller's own, as the server attaches it. */
export const initialFor = (kind: RequestKind, session: Session): Record<string, unknown> | undefined => {
  const { profile } = session;
  if (!profile || isOfAgency(kind, session)) return undefined;
  return kind === 'agent'
    ? { agent: { id: profile.id, name: profile.fullname } }
    : { customer: { id: profile.company.id, name: profile.company.name } };
};

const cards: Record<RequestKind, CardFields> = {
  agent: { title: 'subject', second: ['agent', 'requestType', 'createdAt'] },
  customer: { title: 'subject', second: ['customer', 'requestType', 'createdAt'] },
};
const ownCard: CardFields = { title: 'subject', second: ['requestType', 'createdAt'] };

const icons = { accept: IconCheck, refuse: IconX, postpone: IconClock } as const;

function answersOf(kind: RequestKind, open: (row: AnyRow, move: AnswerMove) => void): RowAction[] {
  const machine = requestMachine(kind);
  return (Object.keys(icons) as AnswerMove[]).map((move) => ({
    key: move,
    label: machine.moves[move].label,
    icon: icons[move],
    rights: [requestRights[kind].edit],
    when: (row) => refusal(machine, move, row) === null,
    run: (row) => open(row, move),
  }));
}

interface Answered {
  row: RequestRow;
  move: AnswerMove;
}

function Requests({ kind, ...props }: ScreenProps & { kind: RequestKind }): ReactElement {
  const session = useSession();
  const [answered, setAnswered] = useState<Answered | null>(null);
  const isAgency = isOfAgency(kind, session);
  const rowActions = useMemo(
    () => (isAgency ? answersOf(kind, (row, move) => setAnswered({ row: row as unknown as RequestRow, move })) : []),
    [kind, isAgency],
  );
  const extras = extrasFor(kind, session);
  const initial = useMemo(() => initialFor(kind, session), [kind, session]);
  useOpened();
  return (
    <>
      <EntityTable
        of={requestOf[kind] as Entity}
        {...props}
        extras={extras}
        initial={initial}
        card={isAgency ? cards[kind] : ownCard}
        rowActions={rowActions}
      />
      <Suspense>
        {answered ? <AnswerDialog kind={kind} {...answered} onClose={() => setAnswered(null)} /> : null}
      </Suspense>
    </>
  );
}

/** `demandes/:id`: the given request, above the list. */
function useOpened(): void {
  const { id } = useParams({ strict: false }) as { id?: string };
  const go = useNavigate();
  useEffect(() => {
    if (id) void go({ to: '.', params: { id: undefined } as never, search: { open: id } as never, replace: true });
  }, [go, id]);
}

export const AgentRequests = (props: ScreenProps): ReactElement => <Requests kind="agent" {...props} />;
export const CustomerRequests = (props: ScreenProps): ReactElement => <Requests kind="customer" {...props} />;

function Sheet({ kind, initial, ...props }: SheetProps & { kind: RequestKind }): ReactElement {
  const session = useSession();
  return (
    <EntityDialog
      of={requestOf[kind] as Entity}
      extras={extrasFor(kind, session)}
      initial={{ ...initialFor(kind, session), ...initial }}
      {...props}
    />
  );
}
export const AgentRequestSheet = (props: SheetProps): ReactElement => <Sheet kind="agent" {...props} />;
export const CustomerRequestSheet = (props: SheetProps): ReactElement => <Sheet kind="customer" {...props} />;
