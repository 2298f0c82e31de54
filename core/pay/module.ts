import { module } from '../kernel/module.ts';
import * as payrollCalls from './calls.ts';
import { payEntities } from './entities.ts';
import { deleteSalaryElement } from './salary-element.ts';
import * as statementCalls from './statement.ts';

export const pay = module({ entities: payEntities, calls: [payrollCalls, statementCalls, deleteSalaryElement] });
