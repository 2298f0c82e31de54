// Contracts of collaborators and customers, and their templates.
import { Button } from '@mantine/core';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { contractOf, templatesOf } from '#core/contracts/contract.ts';
import { contractRights } from '#core/contracts/status.ts';
import type { ContractKind } from '#core/contracts/variables.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { useSession } from '#ui/client/session.ts';
import type { BelowProps, DialogExtras, SummaryProps } from '#ui/EntityDialog/extras.ts';
import { EntityDialog } from '#ui/EntityDialog/index.tsx';
import { useOwnRows } from '#ui/own-rows.ts';
import type { ScreenProps, SheetProps } from '#ui/shell/screen.ts';
import { EntityTable } from '#ui/Table/EntityTable.tsx';
import { beforeMove } from './moving.ts';
import { Signatories } from './Signatories.tsx';
import { TemplateOrder } from './TemplateOrder.tsx';
import { TypedText } from './TypedText.tsx';
import { Unsigned } from './Unsigned.tsx';

const Whole = lazy(() => import('./ContractSummary.tsx'));
const Own = lazy(() => import('./OwnContract.tsx'));
const TakeTemplates = lazy(() => import('./TakeTemplates.tsx'));

/** The agency's, or of whom it is made with. */
function Summary(props: SummaryProps & { kind: ContractKind }): ReactElement {
  const { can } = useSession();
  const isOwn = !can([contractRights(props.kind).list]);
  return isOwn ? <Own {...props} /> : <Whole {...props} />;
}

const AgentSummary = (props: SummaryProps): ReactElement => <Summary kind="agent" {...props} />;
const CustomerSummary = (props: SummaryProps): ReactElement => <Summary kind="customer" {...props} />;
const AgentText = (props: BelowProps): ReactElement => <TypedText kind="agent" {...props} />;
const CustomerText = (props: BelowProps): ReactElement => <TypedText kind="customer" {...props} />;

const templateExtras: Record<ContractKind, DialogExtras> = {
  agent: { below: { Texte: AgentText } },
  customer: { below: { Texte: CustomerText } },
};
const AgentSignatories = (props: BelowProps): ReactElement => <Signatories kind="agent" {...props} />;
const CustomerSignatories = (props: BelowProps): ReactElement => <Signatories kind="customer" {...props} />;
const AgentOrder = (props: BelowProps): ReactElement => <TemplateOrder kind="agent" {...props} />;
const CustomerOrder = (props: BelowProps): ReactElement => <TemplateOrder kind="customer" {...props} />;
const extras: Record<ContractKind, DialogExtras> = {
  agent: {
    below: { ...templateExtras.agent.below, Contrat: AgentOrder, Signataires: AgentSignatories },
    summary: AgentSummary,
    beforeMove: beforeMove('agent'),
  },
  customer: {
    ...{
      below: { ...templateExtras.customer.below, Contrat: CustomerOrder, Signataires: CustomerSignatories },
      summary: CustomerSummary,
    },
    beforeMove: beforeMove('customer'),
  },
};
const entity = (kind: ContractKind): Entity => contractOf[kind] as Entity;
const card = (kind: ContractKind) => ({ title: 'title', second: [kind, 'reference', 'dayAskSignature'] });
const cards = { agent: card('agent'), customer: card('customer') };

const screenOf =
  (kind: ContractKind) =>
  (props: ScreenProps): ReactElement => (
    <>
      <Unsigned kind={kind} />
      <EntityTable of={entity(kind)} {...props} extras={extras[kind]} card={cards[kind]} />
    </>
  );
const sheetOf =
  (kind: ContractKind) =>
  (props: SheetProps): ReactElement => <EntityDialog of={entity(kind)} extras={extras[kind]} {...props} />;
/** What the agency sent him; nothing to add. */
const OwnAgentSummary = (props: SummaryProps): ReactElement => (
  <Suspense>
    <Own kind="agent" {...props} />
  </Suspense>
);
const ownExtras: Record<ContractKind, DialogExtras> = {
  agent: { ...extras.agent, summary: OwnAgentSummary },
  customer: extras.customer,
};
function OwnContracts({ kind, ...props }: ScreenProps & { kind: ContractKind }): ReactElement {
  const own = useOwnRows(entity(kind));
  return (
    <EntityTable of={entity(kind)} {...props} add={false} always={own} extras={ownExtras[kind]} card={cards[kind]} />
  );
}
const ownScreenOf =
  (kind: ContractKind) =>
  (props: ScreenProps): ReactElement => <OwnContracts kind={kind} {...props} />;
function Templates({ kind, ...props }: ScreenProps & { kind: ContractKind }): ReactElement {
  const { can } = useSession();
  const [taking, setTaking] = useState(false);
  return (
    <>
      <EntityTable
        of={templatesOf[kind] as Entity}
        {...props}
        extras={templateExtras[kind]}
        above={
          can([contractRights(kind).createTemplate]) ? (
            <Button
              m="xs"
              flex="none"
              style={{ alignSelf: 'flex-start' }}
              size="compact-sm"
              variant="default"
              onClick={() => setTaking(true)}
            >
              Modèles de la plateforme
            </Button>
          ) : null
        }
      />
      <Suspense>{taking && <TakeTemplates kind={kind} onClose={() => setTaking(false)} />}</Suspense>
    </>
  );
}
const templatesScreenOf =
  (kind: ContractKind) =>
  (props: ScreenProps): ReactElement => <Templates kind={kind} {...props} />;

export const AgentContracts = screenOf('agent');
export const CustomerContracts = screenOf('customer');
export const OwnAgentContracts = ownScreenOf('agent');
export const OwnCustomerContracts = ownScreenOf('customer');
export const AgentContractSheet = sheetOf('agent');
export const CustomerContractSheet = sheetOf('customer');
export const AgentContractTemplates = templatesScreenOf('agent');
export const CustomerContractTemplates = templatesScreenOf('customer');
