import { Feedback } from '#core/guides/feedback.ts';
import { extend, module } from '#server/kernel/module.ts';
import { guideHandlers } from './guides.ts';
import { maintenanceHandlers } from './maintenance.ts';
import { guidePeople } from './people.ts';
import { sendingHandlers } from './sending.ts';
import { videoHandlers } from './videos.ts';

export const guides = module({
  // Written by people of agencies: their words are not in the platform's index.
  entities: [extend(Feedback, { searchesRows: true })],
  calls: [...guideHandlers, ...videoHandlers, ...maintenanceHandlers, ...sendingHandlers],
  people: guidePeople,
});
