// Screens of routes: a plain table is one line, anything else a separate module.
import { type ComponentType, lazy, type ReactElement } from 'react';
import type { Entity, Scope } from '#core/kernel/entity.ts';
import type { DialogExtras, SummaryProps } from '#ui/EntityDialog/extras.ts';
import type { LoadScreen } from '#ui/shell/LazyScreen.tsx';
import type { ScreenProps, SheetProps } from '#ui/shell/screen.ts';
import type { Screen } from './route.ts';

export const screen = (load: LoadScreen): Screen => ({ load });

interface EntityScreen {
  scope?: Scope;
  /** Its records open as this summary; absent: as their form. */
  summary?(): Promise<{ default: ComponentType<SummaryProps> }>;
}

/** The table of an entity, without additions. */
export function entityScreen(entity: () => Promise<Entity>, { scope = 'agency', summary }: EntityScreen = {}): Screen {
  const extras: { extras?: DialogExtras } = summary ? { extras: { summary: lazy(summary) } } : {};
  const Sheet = lazy(async () => {
    const [of, { EntityDialog }] = await Promise.all([entity(), import('#ui/EntityDialog/index.tsx')]);
    return { default: (props: SheetProps): ReactElement => <EntityDialog of={of} {...extras} {...props} /> };
  });
  return {
    list: { entity, scope, ...(summary ? { Sheet } : {}) },
    load: async () => {
      const [of, { EntityTable }] = await Promise.all([entity(), import('#ui/Table/EntityTable.tsx')]);
      return {
        default: ({ page, title, description, add }: ScreenProps): ReactElement => (
          <EntityTable of={of} page={page} title={title} description={description} add={add} {...extras} />
        ),
      };
    },
  };
}

const billingEntity = async (name: string): Promise<Entity> => {
  const { billingEntities } = await import('#core/billing/entities.ts');
  return billingEntities.find((of) => of.name === name) as Entity;
};
export const catalogScreen = entityScreen(() => billingEntity('catalogArticle'));
export const discountsScreen: Screen = {
  list: { entity: () => billingEntity('discount'), scope: 'agency' },
  load: () => import('#web/billing/Discounts.tsx').then(({ Discounts }) => ({ default: Discounts })),
};

const agencyInvoices = () => import('#web/payments/AgencyInvoices.tsx');

/** Of the platform to all agencies, or of one agency. */
export const agencyInvoicesScreen = (scope: 'agency' | 'platform'): Screen => ({
  list: {
    entity: () => import('#core/payments/invoice.ts').then(({ AgencyInvoice }) => AgencyInvoice as Entity),
    scope,
    ...(scope === 'platform'
      ? { Sheet: lazy(() => agencyInvoices().then(({ AgencyInvoiceSheet }) => ({ default: AgencyInvoiceSheet }))) }
      : {}),
  },
  load: scope === 'platform' ? agencyInvoices : () => import('#web/payments/Invoices.tsx'),
});

const payEntity = async (name: string): Promise<Entity> => {
  const { payEntities } = await import('#core/pay/entities.ts');
  return payEntities.find((of) => of.name === name) as Entity;
};
export const salaryElementsScreen: Screen = {
  list: { entity: () => payEntity('salaryElement'), scope: 'agency' },
  load: () => import('#web/pay/SalaryElements.tsx'),
};
export const payRatesScreen = entityScreen(() => payEntity('payRate'));
const debits = () => import('#web/accounting/Debits.tsx');

export const debitsScreen: Screen = {
  list: {
    entity: () => import('#core/accounting/debit.ts').then(({ DirectDebit }) => DirectDebit as Entity),
    scope: 'agency',
    Sheet: lazy(() => debits().then(({ DebitSheet }) => ({ default: DebitSheet }))),
  },
  load: debits,
};

const documents = () => import('#web/billing/Documents.tsx');

export const estimatesScreen: Screen = {
  list: {
    entity: () => billingEntity('estimate'),
    scope: 'agency',
    Sheet: lazy(() => documents().then(({ EstimateSheet }) => ({ default: EstimateSheet }))),
  },
  load: () => documents().then(({ Estimates }) => ({ default: Estimates })),
};

/** For the agency, or for a customer what was issued to him. */
export const invoicesScreen = (scope: Scope): Screen => ({
  list: {
    entity: () => billingEntity('invoice'),
    scope,
    Sheet: lazy(() => documents().then(({ InvoiceSheet }) => ({ default: InvoiceSheet }))),
  },
  load: () => documents().then(({ Invoices }) => ({ default: Invoices })),
});

export const recurrencesScreen: Screen = {
  list: {
    entity: () => billingEntity('invoiceRecurrence'),
    scope: 'agency',
    Sheet: lazy(() => documents().then(({ RecurrenceSheet }) => ({ default: RecurrenceSheet }))),
  },
  load: () => documents().then(({ Recurrences }) => ({ default: Recurrences })),
};

/** For the agency, or for an agent what was sent to him. */
export const purchaseOrdersScreen: Screen = {
  list: {
    entity: () => billingEntity('purchaseOrder'),
    scope: 'agency',
    also: 'agent',
    Sheet: lazy(() => documents().then(({ OrderSheet }) => ({ default: OrderSheet }))),
  },
  load: () => documents().then(({ PurchaseOrders }) => ({ default: PurchaseOrders })),
};

const papers = () => import('#web/documents/Documents.tsx');
const documentList = (scope: Scope, also?: Scope): NonNullable<Screen['list']> => ({
  entity: () => import('#core/documents/document.ts').then(({ Document }) => Document as Entity),
  scope,
  ...(also ? { also } : {}),
  Sheet: lazy(() => papers().then(({ DocumentSheet }) => ({ default: DocumentSheet }))),
});

/** Whose documents; `forCustomers`: only those that a customer sees (J-025). A record opens above the first of them. */
export const documentsScreen = (target: 'AGENCY' | 'AGENT' | 'CUSTOMER', forCustomers = false): Screen => ({
  ...(target === 'AGENT' && !forCustomers ? { list: documentList('agency') } : {}),
  load: () => papers().then(({ documentsOf }) => ({ default: documentsOf(target, forCustomers) })),
});

/** For a customer or an agent, what he sees. */
export const ownDocumentsScreen: Screen = {
  list: documentList('customer', 'agent'),
  load: () => papers().then(({ OwnDocuments }) => ({ default: OwnDocuments })),
};

export const documentFoldersScreen = entityScreen(() =>
  import('#core/documents/folder.ts').then(({ DocumentFolder }) => DocumentFolder as Entity),
);

const commercialEntity = async (name: string): Promise<Entity> => {
  const { commercialEntities } = await import('#core/commercial/entities.ts');
  return commercialEntities.find((of) => of.name === name) as Entity;
};
const contracts = () => import('#web/commercial/Contracts.tsx');

export const commercialContractsScreen: Screen = {
  list: {
    entity: () => commercialEntity('commercialContract'),
    scope: 'agency',
    Sheet: lazy(() => contracts().then(({ ContractSheet }) => ({ default: ContractSheet }))),
  },
  load: () => contracts().then(({ Contracts }) => ({ default: Contracts })),
};

export const commercialExpirationsScreen: Screen = {
  list: { entity: () => commercialEntity('commercialExpiration'), scope: 'agency' },
  load: () => contracts().then(({ ContractExpirations }) => ({ default: ContractExpirations })),
};

export const priceIndexesScreen = entityScreen(() => commercialEntity('priceIndex'));

export const preparationScreen = screen(() => import('#web/commercial/Preparation.tsx'));

const stockEntity = async (name: string): Promise<Entity> => {
  const { stockEntities } = await import('#core/stock/entities.ts');
  return stockEntities.find((of) => of.name === name) as Entity;
};
const stock = () => import('#web/stock/Stock.tsx');

/** For the agency, or for a customer what is on his sites. */
export const stockReferencesScreen = (scope: Scope): Screen => ({
  list: {
    entity: () => stockEntity('stockReference'),
    scope,
    Sheet: lazy(() => stock().then(({ ReferenceSheet }) => ({ default: ReferenceSheet }))),
  },
  load: () => stock().then(({ References }) => ({ default: References })),
});

export const stockAssignmentsScreen = (scope: Scope): Screen => ({
  list: {
    entity: () => stockEntity('stockReferenceAssignment'),
    scope,
    Sheet: lazy(() => stock().then(({ AssignmentSheet }) => ({ default: AssignmentSheet }))),
  },
  load: () => stock().then(({ Assignments }) => ({ default: Assignments })),
});

export const stockActionsScreen = (scope: Scope): Screen => ({
  list: {
    entity: () => stockEntity('stockReferenceAction'),
    scope,
    Sheet: lazy(() => stock().then(({ ActionSheet }) => ({ default: ActionSheet }))),
  },
  load: () => stock().then(({ Actions }) => ({ default: Actions })),
});

export const stockExpirationsScreen: Screen = {
  list: { entity: () => stockEntity('stockReferenceExpiration'), scope: 'agency' },
  load: () => stock().then(({ StockExpirations }) => ({ default: StockExpirations })),
};

export const customerStocksScreen = screen(() => stock().then(({ CustomerStocks }) => ({ default: CustomerStocks })));

export const agentsScreen: Screen = {
  list: {
    entity: () => import('#core/agents/agent.ts').then(({ Agent }) => Agent),
    scope: 'agency',
    Sheet: lazy(() => import('#web/agents/AgentSheet.tsx')),
  },
  load: () => import('#web/agents/Agents.tsx'),
};

/** For the agency, or for a customer or an agent his own sites. */
export const sitesScreen = (scope: Scope, also?: Scope): Screen => ({
  list: {
    entity: () => import('#core/sites/site.ts').then(({ Site }) => Site),
    scope,
    ...(also ? { also } : {}),
    Sheet: lazy(() => import('#web/sites/SiteSheet.tsx')),
  },
  load: () => import('#web/sites/Sites.tsx'),
});

export const customersScreen: Screen = {
  list: {
    entity: () => import('#core/customers/customer.ts').then(({ Customer }) => Customer),
    scope: 'agency',
    Sheet: lazy(() => import('#web/rights/CustomerSheet.tsx')),
  },
  load: () => import('#web/rights/Customers.tsx'),
};

/** The daily log, for the agency, for an agent his services or for a customer his sites. */
export const logbookScreen = (scope: Scope): Screen => ({
  list: {
    entity: () => import('#core/logbook/event.ts').then(({ LogEvent }) => LogEvent),
    scope,
    Sheet: lazy(() => import('#web/logbook/EventSheet.tsx')),
  },
  load: () =>
    import('#web/logbook/Logbook.tsx').then(({ default: all, OwnLogbook }) => ({
      default: scope === 'agent' ? OwnLogbook : all,
    })),
});

const report = () => import('#core/reports/report.ts').then(({ AgencyReport }) => AgencyReport);

/** The reports of an activity type, or all that a customer sees. */
export const reportsScreen = (activity: number | null): Screen => ({
  list: {
    entity: report,
    scope: activity === null ? 'customer' : 'agency',
    Sheet: lazy(() => import('#web/reports/ReportSheet.tsx')),
  },
  load: async () => {
    const { default: Reports, reportsOf } = await import('#web/reports/Reports.tsx');
    return { default: activity === null ? Reports : reportsOf(activity) };
  },
});

export const informationNotesScreen: Screen = {
  list: { entity: () => import('#core/notes/note.ts').then(({ InformationNote }) => InformationNote), scope: 'agency' },
  load: () => import('#web/notes/InformationNotes.tsx'),
};

export const roundsScreen: Screen = {
  list: { entity: () => import('#core/rounds/round.ts').then(({ Round }) => Round), scope: 'agency' },
  load: () => import('#web/rounds/Rounds.tsx'),
};

export const checkpointsScreen: Screen = {
  list: { entity: () => import('#core/rounds/checkpoint.ts').then(({ Checkpoint }) => Checkpoint), scope: 'agency' },
  load: () => import('#web/rounds/Checkpoints.tsx'),
};

/** All absences for the agency, his own for an agent. */
export const unavailabilitiesScreen: Screen = {
  list: {
    entity: () => import('#core/planning/unavailability.ts').then(({ Unavailability }) => Unavailability),
    scope: 'agency',
    also: 'agent',
  },
  load: () => import('#web/unavailabilities/Unavailabilities.tsx'),
};

export const timeGapsScreen: Screen = {
  list: { entity: () => import('#core/planning/break.ts').then(({ Break }) => Break), scope: 'agency' },
  load: () => import('#web/breaks/TimeGaps.tsx'),
};

export const serviceTimesScreen: Screen = {
  list: {
    entity: () => import('#core/planning/service-time.ts').then(({ ServiceTime }) => ServiceTime),
    scope: 'agency',
  },
  load: () => import('#web/breaks/ServiceTimes.tsx'),
};

export const expirationsScreen: Screen = {
  list: {
    entity: () => import('#core/agents/expirations.ts').then(({ AgentExpiration }) => AgentExpiration),
    scope: 'agency',
  },
  load: () => import('#web/agents/Expirations.tsx').then(({ PaperExpirations }) => ({ default: PaperExpirations })),
};

export const contractExpirationsScreen: Screen = {
  list: {
    entity: () => import('#core/agents/expirations.ts').then(({ AgentContractExpiration }) => AgentContractExpiration),
    scope: 'agency',
  },
  load: () =>
    import('#web/agents/Expirations.tsx').then(({ ContractExpirations }) => ({ default: ContractExpirations })),
};

export const itemExpirationsScreen: Screen = {
  list: {
    entity: () => import('#core/agents/items.ts').then(({ AgentItemExpiration }) => AgentItemExpiration),
    scope: 'agency',
  },
  load: () => import('#web/agents/Expirations.tsx').then(({ ItemExpirations }) => ({ default: ItemExpirations })),
};

export const documentExpirationsScreen: Screen = {
  list: {
    entity: () => import('#core/documents/expirations.ts').then(({ DocumentExpiration }) => DocumentExpiration),
    scope: 'agency',
  },
  load: () => import('#web/documents/Expirations.tsx'),
};

export const emailsScreen: Screen = {
  list: { entity: () => import('#core/mail/email.ts').then(({ EmailEvent }) => EmailEvent), scope: 'agency' },
  load: () => import('#web/emails/EmailTracking.tsx'),
};

const service = () => import('#core/planning/service.ts').then(({ Service }) => Service);

/** Without `rows` the user chooses. */
export const planningScreen = (rows?: 'agents' | 'sites'): Screen => ({
  load: async () => {
    const { default: Planning } = await import('#web/planning/Planning.tsx');
    return {
      default: (props: ScreenProps): ReactElement => (
        <Planning {...props} {...(rows ? { first: rows, fixed: true } : {})} />
      ),
    };
  },
});

export const servicesScreen = (scope: Scope): Screen => ({
  list: { entity: service, scope, Sheet: lazy(() => import('#web/planning/ServiceSheet.tsx')) },
  load: () => import('#web/planning/Services.tsx'),
});

export const circuitsScreen: Screen = { load: () => import('#web/planning/Circuits.tsx') };

export const alarmsScreen: Screen = {
  list: {
    entity: () => import('#core/safety/alarm-record.ts').then(({ Alarm }) => Alarm),
    scope: 'agency',
    Sheet: lazy(() => import('#web/safety/AlarmSheet.tsx')),
  },
  load: () => import('#web/safety/Alarms.tsx'),
};
