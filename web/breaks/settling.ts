// A decision about several hours is one call, so that each person is told once.
import { ServiceTime, serviceTimeStatus } from '#core/planning/service-time.ts';
import { mostSettled, settleTimes, type TimesMove } from '#core/planning/settle-calls.ts';
import { actKey, call } from '#ui/client/call.ts';
import { type BeforeMove, makeMove } from '#ui/moves.ts';

const isMove = (name: string): name is TimesMove => name in serviceTimeStatus.moves;

export const settleTogether: BeforeMove = async (name, rows) => {
  if (rows.length < 2 || rows.length > mostSettled || !isMove(name)) return undefined;
  let asked: Promise<unknown> | null = null;
  const all = (): Promise<unknown> => {
    asked ??= call(settleTimes, { params: { type: name }, input: { times: rows.map(({ id }) => id) }, key: actKey() });
    return asked;
  };
  return async (row) => {
    const isDone = await all().then(
      () => true,
      () => false,
    );
    // One refusal stops all: each then has its own result.
    return isDone ? { ...row, status: serviceTimeStatus.moves[name].to } : makeMove(ServiceTime, row, name);
  };
};
