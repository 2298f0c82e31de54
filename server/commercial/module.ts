import { CommercialContract, CommercialExpiration } from '#core/commercial/contract.ts';
import { extend, module } from '#server/kernel/module.ts';
import { contractExtension, contractHandlers, dueExtension } from './contracts.ts';
import { followCustomerContracts } from './following.ts';
import { commercialPeople } from './people.ts';
import { preparingHandlers } from './preparing.ts';
import { proofHandlers } from './proof.ts';

export const commercial = module({
  entities: [extend(CommercialContract, contractExtension), extend(CommercialExpiration, dueExtension)],
  calls: [...contractHandlers, ...preparingHandlers, ...proofHandlers],
  jobs: [followCustomerContracts],
  people: commercialPeople,
});
