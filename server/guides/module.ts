import { module } from '#server/kernel/module.ts';
import { guideHandlers } from './guides.ts';
import { maintenanceHandlers } from './maintenance.ts';
import { guidePeople } from './people.ts';
import { sendingHandlers } from './sending.ts';
import { videoHandlers } from './videos.ts';

export const guides = module({
  calls: [...guideHandlers, ...videoHandlers, ...maintenanceHandlers, ...sendingHandlers],
  people: guidePeople,
});
