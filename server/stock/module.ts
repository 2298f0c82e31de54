import { StockAction, StockExpiration } from '#core/stock/action.ts';
import { StockAssignment } from '#core/stock/assignment.ts';
import { StockReference } from '#core/stock/reference.ts';
import { extend, module } from '#server/kernel/module.ts';
import { actionExtension, expirationExtension } from './actions.ts';
import { assignmentExtension } from './assignments.ts';
import { stockHandlers } from './handlers.ts';
import { referenceExtension } from './references.ts';

export const stock = module({
  entities: [
    extend(StockReference, referenceExtension),
    extend(StockAssignment, assignmentExtension),
    extend(StockAction, actionExtension),
    extend(StockExpiration, expirationExtension),
  ],
  calls: stockHandlers,
});
