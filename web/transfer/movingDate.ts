// Another date of a lost site: what becomes of the services of those who leave is asked first, and what the date took is offered back.

import type { Endpoint } from '#core/kernel/endpoint.ts';
import { Problem } from '#core/kernel/problem.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { daysAfter } from '#core/planning/days.ts';
import { Service } from '#core/planning/service.ts';
import { judgeTransfer, moveTransferDate } from '#core/transfer/calls.ts';
import { StaffTransfer } from '#core/transfer/transfer.ts';
import { call, endpointsOf } from '#ui/client/call.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import type { DialogExtras } from '#ui/EntityDialog/extras.ts';
import { plural } from '#ui/format.ts';
import type { AnyRow } from '#ui/moves.ts';
import { notifySuccess } from '#ui/notify.ts';

type Values = Readonly<Record<string, unknown>>;
type Answer = 'keep' | 'free';

/** The answer of the form that is being saved. */
let answer: Answer | null = null;

const dateOf = (values: Values, row: AnyRow | null): string | null => {
  const to = values.transferDate as string | null | undefined;
  return row && row.direction === 'OUT' && to && to !== row.transferDate ? to : null;
};

export const ask: NonNullable<DialogExtras['ask']> = async (values, row) => {
  answer = null;
  const to = dateOf(values, row);
  if (!row || !to) return true;
  answer = 'keep';
  if (to >= String(row.transferDate)) return true;
  const { people } = await call(judgeTransfer, { params: { id: row.id } });
  const those = people.flatMap(({ agent, hasLeft }) => (hasLeft ? [agent] : []));
  const { askServices } = await import('../leaving/leaving.ts');
  const choice = await askServices(those, daysAfter(to, -1));
  if (choice === null) return false;
  answer = choice;
  return true;
};

const save = async (input: Values, key: string): Promise<AnyRow> =>
  ((await call(endpointsOf(StaffTransfer).save as Endpoint, { input, key })) as { staffTransfer: AnyRow })
    .staffTransfer;

/** The other values first: if they are refused, the date stays. */
export const send: NonNullable<DialogExtras['send']> = async (draft, row, key) => {
  const to = dateOf(draft, row);
  if (!row || !to || answer === null) return save(draft, key);
  const { transferDate: _date, ...others } = draft;
  const isMore = Object.keys(others).some((name) => name !== 'id' && name !== 'version');
  const version = isMore ? (await save(others, `${key}-sheet`)).version : draft.version;
  const input = { transferDate: to, services: answer, ...(typeof version === 'number' ? { version } : {}) };
  const { freed, back } = await call(moveTransferDate, { params: { id: row.id }, input, key: `${key}-date` });
  if (freed.length > 0) {
    void invalidateEntity(Service, freed);
    notifySuccess(
      `${plural(freed.length, 'service libéré est à pourvoir', 'services libérés sont à pourvoir')} après le ${frenchDay(daysAfter(to, -1))}`,
    );
  }
  const { offerBack } = await import('../requests/FreedServices.tsx');
  for (const { agent, ...given } of back) offerBack(agent, given, 'par cette reprise');
  const read = endpointsOf(StaffTransfer).read as Endpoint;
  const found = (await call(read, { params: { id: row.id } })) as { staffTransfer?: AnyRow };
  if (!found.staffTransfer) throw new Problem('missing', StaffTransfer.missing);
  return found.staffTransfer;
};
