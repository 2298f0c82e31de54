import { PayRate } from '#core/pay/pay-rate.ts';
import { SalaryElement } from '#core/pay/salary-element.ts';
import { extend, module } from '#server/kernel/module.ts';
import { elementHandlers, payRateExtension, salaryElementExtension } from './elements.ts';
import { payHandlers } from './handlers.ts';
import { payPeople } from './people.ts';
import { mailStatement, statementHandlers } from './statement.ts';

export const pay = module({
  entities: [extend(SalaryElement, salaryElementExtension), extend(PayRate, payRateExtension)],
  calls: [...payHandlers, ...elementHandlers, ...statementHandlers],
  jobs: [mailStatement],
  people: payPeople,
});
