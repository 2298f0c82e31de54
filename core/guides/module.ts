import { module } from '../kernel/module.ts';
import { guideEntities } from './entities.ts';
import * as guideCalls from './guide-calls.ts';
import * as maintenanceCalls from './maintenance-calls.ts';
import * as peopleCalls from './people-calls.ts';
import * as videoCalls from './video-calls.ts';

export const guides = module({
  entities: guideEntities,
  calls: [guideCalls, videoCalls, maintenanceCalls, peopleCalls],
});
