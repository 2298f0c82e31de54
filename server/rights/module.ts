import { RightsSet } from '#core/rights/set.ts';
import { extend, module } from '#server/kernel/module.ts';
import { rightsPeople } from './people.ts';
import { rightsHandlers } from './rights.ts';
import { rightsSetExtension } from './sets.ts';

export const rights = module({
  entities: [extend(RightsSet, rightsSetExtension)],
  calls: rightsHandlers,
  people: rightsPeople,
});
