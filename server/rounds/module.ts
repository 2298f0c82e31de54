import { Checkpoint } from '#core/rounds/checkpoint.ts';
import { Round } from '#core/rounds/round.ts';
import { extend, module } from '#server/kernel/module.ts';
import { checkpointExtension, checkpointHandlers } from './checkpoints.ts';
import { noteRoundsOfUnfinished } from './missed.ts';
import { roundPeople } from './people.ts';
import { roundReceivers } from './receiving.ts';
import { roundExtension, roundHandlers } from './rounds.ts';
import { serviceRoundHandlers } from './service-rounds.ts';

export const rounds = module({
  entities: [extend(Checkpoint, checkpointExtension), extend(Round, roundExtension)],
  calls: [...checkpointHandlers, ...roundHandlers, ...serviceRoundHandlers],
  jobs: [noteRoundsOfUnfinished],
  receivers: roundReceivers,
  people: roundPeople,
});
