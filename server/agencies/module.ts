import { Agency } from '#core/agencies/agency.ts';
import { extend, module } from '#server/kernel/module.ts';
import { agencyHandlers } from './contact.ts';
import { agencyPeople } from './people.ts';
import { agencyExtension } from './settled.ts';

export const agencies = module({
  entities: [extend(Agency, agencyExtension)],
  calls: agencyHandlers,
  people: agencyPeople,
});
