import { module } from '../kernel/module.ts';
import * as barredCalls from './barred.ts';
import { siteEntities } from './entities.ts';
import * as instructionCalls from './instruction.ts';
import * as itemsCalls from './items.ts';
import { ownSiteInstruction, siteInstruction } from './notifications.ts';
import * as positionsCalls from './positions.ts';

export const sites = module({
  entities: siteEntities,
  calls: [barredCalls, instructionCalls, itemsCalls, positionsCalls],
  notifications: [ownSiteInstruction, siteInstruction],
});
