import { module } from '../kernel/module.ts';
import { customerEntities } from './entities.ts';

export const customers = module({ entities: customerEntities });
