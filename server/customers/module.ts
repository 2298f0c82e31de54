import { Customer } from '#core/customers/customer.ts';
import { extend, module } from '#server/kernel/module.ts';
import { customerExtension } from './customers.ts';
import { customerPeople } from './people.ts';

export const customers = module({
  entities: [extend(Customer, customerExtension)],
  people: customerPeople,
});
