import { module } from '../kernel/module.ts';
import * as coverCalls from './cover.ts';
import * as dashboardCalls from './dashboard.ts';
import * as homeCalls from './home.ts';
import * as papersCalls from './papers.ts';
import * as presenceCalls from './presence.ts';
import * as supervisionCalls from './supervision.ts';

export const home = module({
  calls: [coverCalls, dashboardCalls, homeCalls, papersCalls, presenceCalls, supervisionCalls],
});
