import { OfferAnswer } from '#core/marketplace/answer.ts';
import { MarketOffer } from '#core/marketplace/offer.ts';
import { ProviderOffer } from '#core/marketplace/provider.ts';
import type { Extension } from '#server/kernel/extension.ts';
import { genericHandlers } from '#server/kernel/generic.ts';
import { extend, module } from '#server/kernel/module.ts';
import { marketplaceHandlers } from './handlers.ts';
import { answerExtension, offerExtension } from './offers.ts';
import { marketplacePeople } from './people.ts';
import { tellOfMarket } from './telling.ts';

export const marketplace = module({
  entities: [extend(MarketOffer, offerExtension), extend(OfferAnswer, answerExtension)],
  calls: [
    ...marketplaceHandlers,
    ...genericHandlers([ProviderOffer], { [ProviderOffer.name]: offerExtension as Extension }),
  ],
  jobs: [tellOfMarket],
  people: marketplacePeople,
});
