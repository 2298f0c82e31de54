import { module } from '#server/kernel/module.ts';
import { commercialPeople } from './people.ts';
import { preparingHandlers } from './preparing.ts';
import { proofHandlers } from './proof.ts';

export const commercial = module({ calls: [...preparingHandlers, ...proofHandlers], people: commercialPeople });
