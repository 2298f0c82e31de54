// Personal data in the tables of transfers without an entity.
import { type Held, nobodys, ofAgent } from '#server/privacy/personal.ts';

export const transferPeople: Held = {
  staff_transfer_agents: ofAgent('staff_transfer_agents', 'Reprise du personnel : ce qui a été dit et décidé'),
  staff_transfer_leavers: ofAgent('staff_transfer_leavers', 'Reprise du personnel : contrats terminés'),
  ...nobodys({ staff_transfer_steps: 'les étapes d’une reprise, avec le nom de qui les a faites' }),
};
