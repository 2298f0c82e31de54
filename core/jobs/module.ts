import { module } from '../kernel/module.ts';
import * as jobsCalls from './jobs.ts';

export const jobs = module({ calls: [jobsCalls] });
