import { module } from '#server/kernel/module.ts';
import { coverHandlers } from './cover.ts';
import { dashboardHandlers } from './dashboard.ts';
import { homeHandlers } from './home.ts';
import { paperHandlers } from './papers.ts';
import { presenceHandlers } from './presence.ts';
import { supervisionHandlers } from './supervision.ts';

export const home = module({
  calls: ({ entities, extensions }) => [
    ...coverHandlers,
    ...dashboardHandlers,
    ...paperHandlers,
    ...presenceHandlers,
    ...supervisionHandlers,
    ...homeHandlers(entities, extensions),
  ],
});
