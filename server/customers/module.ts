import { Customer } from '#core/customers/customer.ts';
import { extend, module } from '#server/kernel/module.ts';
import { customerExtension } from './customers.ts';

export const customers = module({
  entities: [extend(Customer, customerExtension)],
});
