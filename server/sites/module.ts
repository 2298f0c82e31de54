import { SiteInstruction } from '#core/sites/instruction.ts';
import { Site } from '#core/sites/site.ts';
import { extend, module } from '#server/kernel/module.ts';
import { receiveReading, siteInstructionExtension, siteInstructionHandlers } from './instructions.ts';
import { sitePeople } from './people.ts';
import { siteExtension, siteHandlers } from './sites.ts';

export const sites = module({
  entities: [extend(Site, siteExtension), extend(SiteInstruction, siteInstructionExtension)],
  calls: [...siteHandlers, ...siteInstructionHandlers],
  receivers: [receiveReading],
  people: sitePeople,
});
