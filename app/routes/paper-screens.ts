// Screens of contracts, requests, transfers of staff and announcements.
import { lazy } from 'react';
import type { Entity, Scope } from '#core/kernel/entity.ts';
import type { Screen } from './route.ts';
import { entityScreen } from './screens.tsx';

const contractEntity = async (name: string): Promise<Entity> => {
  const { contractEntities } = await import('#core/contracts/entities.ts');
  return contractEntities.find((of) => of.name === name) as Entity;
};
const signedContracts = () => import('#web/contracts/Contracts.tsx');

export const agentContractsScreen: Screen = {
  list: {
    entity: () => contractEntity('agentContract'),
    scope: 'agency',
    Sheet: lazy(() => signedContracts().then(({ AgentContractSheet }) => ({ default: AgentContractSheet }))),
  },
  load: () => signedContracts().then(({ AgentContracts }) => ({ default: AgentContracts })),
};

export const customerContractsScreen: Screen = {
  list: {
    entity: () => contractEntity('customerContract'),
    scope: 'agency',
    Sheet: lazy(() => signedContracts().then(({ CustomerContractSheet }) => ({ default: CustomerContractSheet }))),
  },
  load: () => signedContracts().then(({ CustomerContracts }) => ({ default: CustomerContracts })),
};

/** Of whom it is made with: his own. */
export const ownContractsScreen = (kind: 'agent' | 'customer'): Screen => ({
  list: {
    entity: () => contractEntity(`${kind}Contract`),
    scope: kind,
    Sheet: lazy(() =>
      signedContracts().then(({ AgentContractSheet, CustomerContractSheet }) => ({
        default: kind === 'agent' ? AgentContractSheet : CustomerContractSheet,
      })),
    ),
  },
  load: () =>
    signedContracts().then(({ OwnAgentContracts, OwnCustomerContracts }) => ({
      default: kind === 'agent' ? OwnAgentContracts : OwnCustomerContracts,
    })),
});

export const signatureTemplatesScreen = entityScreen(() => contractEntity('contractSignatureTemplate'));

export const agentContractTemplatesScreen: Screen = {
  list: { entity: () => contractEntity('agentContractTemplate'), scope: 'agency' },
  load: () => signedContracts().then(({ AgentContractTemplates }) => ({ default: AgentContractTemplates })),
};

export const customerContractTemplatesScreen: Screen = {
  list: { entity: () => contractEntity('customerContractTemplate'), scope: 'agency' },
  load: () => signedContracts().then(({ CustomerContractTemplates }) => ({ default: CustomerContractTemplates })),
};

const asked = () => import('#web/requests/Requests.tsx');

/** For the agency, or for an agent his own. */
export const agentRequestsScreen: Screen = {
  list: {
    entity: () => import('#core/requests/request.ts').then(({ AgentRequest }) => AgentRequest as Entity),
    scope: 'agency',
    also: 'agent',
    Sheet: lazy(() => asked().then(({ AgentRequestSheet }) => ({ default: AgentRequestSheet }))),
  },
  load: () => asked().then(({ AgentRequests }) => ({ default: AgentRequests })),
};

/** For the agency, or for a customer those of his company. */
export const customerRequestsScreen = (scope: Scope): Screen => ({
  list: {
    entity: () => import('#core/requests/request.ts').then(({ CustomerRequest }) => CustomerRequest as Entity),
    scope,
    Sheet: lazy(() => asked().then(({ CustomerRequestSheet }) => ({ default: CustomerRequestSheet }))),
  },
  load: () => asked().then(({ CustomerRequests }) => ({ default: CustomerRequests })),
});

const transferEntity = async (name: string): Promise<Entity> => {
  const { transferEntities } = await import('#core/transfer/entities.ts');
  return transferEntities.find((of) => of.name === name) as Entity;
};
const transfers = () => import('#web/transfer/Transfers.tsx');

export const transfersScreen: Screen = {
  list: {
    entity: () => transferEntity('staffTransfer'),
    scope: 'agency',
    Sheet: lazy(() => transfers().then(({ TransferSheet }) => ({ default: TransferSheet }))),
  },
  load: () => transfers().then(({ Transfers }) => ({ default: Transfers })),
};

export const transferPeopleScreen: Screen = {
  list: {
    entity: () => transferEntity('transferPerson'),
    scope: 'agency',
    Sheet: lazy(() => transfers().then(({ PersonSheet }) => ({ default: PersonSheet }))),
  },
  load: () => transfers().then(({ People }) => ({ default: People })),
};

const offers = () => import('#web/marketplace/Offers.tsx');
const offerList: NonNullable<Screen['list']> = {
  entity: () => import('#core/marketplace/offer.ts').then(({ MarketOffer }) => MarketOffer as Entity),
  scope: 'agency',
  Sheet: lazy(() => offers().then(({ OfferSheet }) => ({ default: OfferSheet }))),
};

/** Of other agencies; a record opens above this one. */
export const activeOffersScreen: Screen = {
  list: offerList,
  load: () => offers().then(({ ActiveOffers }) => ({ default: ActiveOffers })),
};

export const agencyOffersScreen: Screen = {
  list: offerList,
  load: () => offers().then(({ AgencyOffers }) => ({ default: AgencyOffers })),
};

/** Of the provider, with those of all agencies. */
export const providerOffersScreen: Screen = {
  list: {
    entity: () => import('#core/marketplace/provider.ts').then(({ ProviderOffer }) => ProviderOffer as Entity),
    scope: 'platform',
  },
  load: () => import('#web/marketplace/ProviderOffers.tsx').then(({ ProviderOffers }) => ({ default: ProviderOffers })),
};

export const offerAnswersScreen: Screen = {
  list: {
    entity: () => import('#core/marketplace/answer.ts').then(({ OfferAnswer }) => OfferAnswer as Entity),
    scope: 'agency',
    Sheet: lazy(() => offers().then(({ AnswerSheet }) => ({ default: AnswerSheet }))),
  },
  load: () => offers().then(({ AgencyAnswers }) => ({ default: AgencyAnswers })),
};
