import { Customer } from '#core/customers/customer.ts';
import { extend, module } from '#server/kernel/module.ts';
import { customerExtension } from './customers.ts';
import { customerPeople } from './people.ts';
import { pricingHandlers } from './pricing.ts';

export const customers = module({
  entities: [extend(Customer, customerExtension)],
  calls: pricingHandlers,
  people: customerPeople,
});
