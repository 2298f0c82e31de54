import { StaffTransfer, TransferPerson } from '#core/transfer/transfer.ts';
import { extend, module } from '#server/kernel/module.ts';
import { transferHandlers } from './handlers.ts';
import { remindOfTransfers } from './notice.ts';
import { transferPeople } from './people.ts';
import { personExtension, transferExtension } from './transfers.ts';

export const transfer = module({
  entities: [extend(StaffTransfer, transferExtension), extend(TransferPerson, personExtension)],
  calls: transferHandlers,
  jobs: [remindOfTransfers],
  people: transferPeople,
});
