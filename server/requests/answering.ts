// The answer of the agency: its status, what an accepted request becomes, its words, its mail. One transaction.

import { refusal } from '#core/kernel/machine.ts';
import { Problem } from '#core/kernel/problem.ts';
import type { Freed } from '#core/planning/leaving.ts';
import {
  type moveTo,
  type RequestKind,
  requestMachine,
  requestMessages,
  requestStatus,
} from '#core/requests/status.ts';
import { doerOf, writeAudit } from '#server/kernel/audit.ts';
import type { Call } from '#server/kernel/call.ts';
import { moveMany } from '#server/kernel/move.ts';
import type { Plan } from '#server/kernel/plan.ts';
import { lockRows } from '#server/kernel/save.ts';
import { dropElement, makeElement } from './advance.ts';
import { dropAbsence, makeAbsence } from './leave.ts';
import type { AgentRequestRow, RequestRow } from './rows.ts';
import { answerWords, mailAnswer, recipientsOf, tellRequester } from './telling.ts';
import { addMessage } from './thread.ts';

export interface Answer {
  id: string;
  move: NonNullable<ReturnType<typeof moveTo>>;
  sendMail?: boolean;
  message?: string | null | undefined;
  services?: 'keep' | 'free';
  element?: { type: { id: string }; date: string } | null | undefined;
}

export async function lockedRequest(plan: Plan, id: string, { db }: Call): Promise<RequestRow> {
  const [row] = (await lockRows(plan, db, [id])).values();
  if (!row) throw new Problem('missing', plan.of.missing);
  return row as unknown as RequestRow;
}

const none: Freed = { freed: [], versions: {} };

/** Accepted: it becomes something, once. No longer accepted: what it made is taken back. Returns the services freed, or to give back. */
async function follow(row: AgentRequestRow, answer: Answer, call: Call): Promise<Freed> {
  if (answer.move === 'accept') {
    if (row.nature === 'LEAVE') return makeAbsence(row, answer.services ?? 'keep', call);
    if (row.nature === 'ADVANCE') await makeElement(row, answer.element ?? null, call);
  } else if (row.status === requestStatus.accepted) {
    await dropElement(row, call);
    return dropAbsence(row, call);
  }
  return none;
}

export async function answer(
  kind: RequestKind,
  plan: Plan,
  call: Call,
  asked: Answer,
): Promise<{ sent: boolean } & Freed> {
  const row = await lockedRequest(plan, asked.id, call);
  const machine = requestMachine(kind);
  const refused = refusal(machine, asked.move, row);
  if (refused) throw new Problem('conflict', refused);
  const { sendMail = false, message = null } = asked;
  const status = machine.moves[asked.move].to;
  const to = sendMail ? await recipientsOf(row, call.db) : [];
  if (sendMail && to.length === 0) throw new Problem('invalid', requestMessages.noAddress);
  const services = 'nature' in row ? await follow(row, asked, call) : none;
  await moveMany(plan, [row.id], asked.move, call);
  if (message) await addMessage(kind, row.id, 'AGENCY', message, call);
  await call.db.query({
    name: `stamp-${kind}-answer`,
    text: `update ${kind}_requests set answered_at = $2, answered_by = $3, sent = sent or $4 where agency_id = app_agency() and id = $1`,
    values: [row.id, call.now, doerOf(call), sendMail],
  });
  // K-005: the mail of an answer is the agency's choice; none stands in for a push.
  await tellRequester(row, { ...answerWords(kind, row, status, message), mail: null }, call);
  if (sendMail) {
    await mailAnswer(kind, row, { status, message, to }, call);
    const changes = { recipients: { before: null, after: to.length } };
    await writeAudit(call.db, call, { entity: plan.of.name, id: row.id, action: 'answerByMail', changes });
  }
  return { sent: sendMail, ...services };
}
