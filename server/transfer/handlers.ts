// Calls of a transfer: who is transferable, what was decided, the steps done, the form of the branch.
import { formatDecimal } from '#core/kernel/money.ts';
import { Problem } from '#core/kernel/problem.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import {
  decideTransfer,
  endTransferred,
  fetchTransferTasks,
  findKnownPeople,
  hirePeople,
  judgeTransfer,
  markTransferTask,
  moveTransferDate,
  printTransfer,
  readTransferForm,
  receivePeople,
  transferMessages,
} from '#core/transfer/calls.ts';
import { steps } from '#core/transfer/deadlines.ts';
import { type FormKey, type FormRow, formColumns, formKeys, kindOf } from '#core/transfer/form.ts';
import { StaffTransfer } from '#core/transfer/transfer.ts';
import { doerOf, writeAudit } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { type Content, facts, grid } from '#server/pdf/document.ts';
import { draw } from '#server/pdf/drawing.ts';
import { identityOf } from '#server/pdf/identity.ts';
import { fileReply } from '#server/pdf/reply.ts';
import { moveDate } from './freeing.ts';
import { type Examination, examine, formRow, shownPerson } from './judging.ts';
import { knownOf } from './known.ts';
import { endContracts } from './leaving.ts';
import { hire, receive } from './receiving.ts';
import { keepNext, openTransfer, type Transfer, transferOf, transferTasks } from './transfers.ts';

async function lostSite(call: Pick<Call, 'db'>, id: string): Promise<Transfer> {
  const transfer = await transferOf(call.db, id);
  if (transfer.direction !== 'OUT') throw new Problem('conflict', transferMessages.notOut);
  return transfer;
}

const listedOf = ({ people }: Examination) => people.filter(({ isListed }) => isListed);

const worded = (key: FormKey, value: string | number | null | undefined): string => {
  if (value == null) return '';
  if (typeof value === 'number') return formatDecimal(value, 2);
  return kindOf(key) === 'day' ? frenchDay(value) : value;
};

/** One employee: the lines of the annex by part, then the pieces that go with him. */
function page(
  row: FormRow,
  attachments: readonly { label: string; state: string; detail: string }[],
  first: boolean,
): Content {
  const groups = [...new Set(formKeys.map((key) => formColumns[key].group))];
  return {
    ...(first ? {} : { pageBreak: 'before' as const }),
    stack: [
      { text: `${row.lastname ?? ''} ${row.firstname ?? ''}`, style: 'section' },
      ...groups.flatMap((group): Content[] => [
        { text: group, bold: true, margin: [0, 6, 0, 2] },
        facts(
          formKeys
            .filter((key) => formColumns[key].group === group)
            .map((key): [string, string] => [formColumns[key].label, worded(key, row[key])]),
        ),
      ]),
      { text: 'Pièces à remettre', bold: true, margin: [0, 8, 0, 2] },
      grid(
        ['*', 60, 180],
        ['Pièce', 'État', ''],
        attachments.map(({ label, state, detail }) => [
          label,
          state === 'present' ? 'Présente' : state === 'partial' ? 'Incomplète' : 'Manque',
          detail,
        ]),
      ),
    ],
  };
}

const stateWords = { met: 'oui', unmet: 'non', unknown: 'à vérifier' } as const;

export const transferHandlers: Handler[] = [
  handle(judgeTransfer, async (call) => {
    const transfer = await lostSite(call, call.params.id);
    const { start, end, people, obligation } = await examine(transfer, call);
    return { start, end, obligation, people: people.map((one) => shownPerson(one, transfer)) };
  }),

  handle(decideTransfer, async (call) => {
    const { db, input, now, params } = call;
    await lostSite(call, params.id);
    const transfer = await openTransfer(db, params.id);
    const { people } = await examine(transfer, call);
    const agent = input.agent.toLowerCase();
    const known = people.find(({ candidate }) => candidate.sheet.id === agent);
    if (!known) throw new Problem('conflict', transferMessages.notOnList);
    const { onNotice, unfit, identityValid, cardReceipt, replacedQualifies, hasMandate, mandateHours } = input.declared;
    const reason = input.decision === null ? null : input.reason;
    await db.query({
      name: 'decide-transfer',
      text: `insert into staff_transfer_agents (agency_id, staff_transfer_id, agent_id, on_notice, unfit, identity_valid, card_receipt, replaced_qualifies,
          has_mandate, mandate_hours, decision, reason, decided_by, decided_at)
        values (app_agency(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
        on conflict (agency_id, staff_transfer_id, agent_id) do update set on_notice = excluded.on_notice, unfit = excluded.unfit,
          identity_valid = excluded.identity_valid, card_receipt = excluded.card_receipt, replaced_qualifies = excluded.replaced_qualifies,
          has_mandate = excluded.has_mandate, mandate_hours = excluded.mandate_hours, decision = excluded.decision, reason = excluded.reason,
          decided_by = excluded.decided_by, decided_at = excluded.decided_at`,
      values: [
        ...[transfer.id, agent, onNotice, unfit, identityValid, cardReceipt || null, replacedQualifies, hasMandate],
        ...[mandateHours, input.decision, reason, doerOf(call), now],
      ],
    });
    const { decision: before, reason: reasonBefore } = known.candidate.chosen;
    await writeAudit(db, call, {
      ...{ entity: StaffTransfer.name, id: transfer.id, action: 'judgeAgent' },
      changes: {
        agent: { before: null, after: known.candidate.sheet.name },
        decision: { before, after: input.decision },
        reason: { before: reasonBefore, after: reason },
      },
    });
  }),

  handle(fetchTransferTasks, async ({ db, params }) => ({ tasks: transferTasks(await transferOf(db, params.id)) })),

  handle(markTransferTask, async (call) => {
    const { db, input, params } = call;
    const transfer = await openTransfer(db, params.id);
    if (!Object.hasOwn(steps[transfer.direction], input.code)) throw new Problem('conflict', transferMessages.noStep);
    if (input.doneOn !== null && input.doneOn > transfer.today)
      throw new Problem('invalid', transferMessages.future, {
        violations: [{ path: 'doneOn', message: transferMessages.future }],
      });
    await db.query(
      input.doneOn === null
        ? {
            name: 'unmark-step',
            text: 'delete from staff_transfer_steps where agency_id = app_agency() and staff_transfer_id = $1 and code = $2',
            values: [transfer.id, input.code],
          }
        : {
            name: 'mark-step',
            text: `insert into staff_transfer_steps (agency_id, staff_transfer_id, code, done_on, done_by) values (app_agency(), $1, $2, $3, $4)
              on conflict (agency_id, staff_transfer_id, code) do update set done_on = excluded.done_on, done_by = excluded.done_by`,
            values: [transfer.id, input.code, input.doneOn, doerOf(call)],
          },
    );
    await keepNext(db, [transfer.id]);
    const label = (steps[transfer.direction] as Record<string, { label: string }>)[input.code]?.label ?? input.code;
    await writeAudit(db, call, {
      ...{ entity: StaffTransfer.name, id: transfer.id, action: 'markStep' },
      changes: { [label]: { before: transfer.marks[input.code]?.on ?? null, after: input.doneOn } },
    });
    return { tasks: transferTasks(await transferOf(db, transfer.id)) };
  }),

  handle(readTransferForm, async (call) => {
    const transfer = await lostSite(call, call.params.id);
    return { rows: listedOf(await examine(transfer, call)).map((one) => formRow(one, transfer, call.asker)) };
  }),

  handle(printTransfer, async (call) => {
    const transfer = await lostSite(call, call.params.id);
    const examination = await examine(transfer, call);
    const listed = listedOf(examination);
    const { obligation, start, end } = examination;
    const pdf = await draw('writePdf', {
      title: 'Reprise du personnel',
      subtitle: `${transfer.site}, transfert du ${frenchDay(transfer.transferDate)}`,
      house: await identityOf(call),
      content: [
        facts([
          ['Entreprise entrante', transfer.otherCompany],
          ['Période d’appréciation', `du ${frenchDay(start)} au ${frenchDay(end)}`],
          ['Salariés transférables', String(listed.length)],
          [
            'À reprendre',
            `${obligation.required} : ${obligation.senior} d’au moins quatre ans d’ancienneté, et ${obligation.othersRequired} des ${obligation.others} autres`,
          ],
        ]),
        {
          text: 'Avenant du 28 janvier 2011 à l’accord du 5 mars 2002 (IDCC 1351), articles 2.2 et 2.3',
          style: 'quiet',
        },
        { text: '', margin: [0, 0, 0, 6] },
        grid(
          ['*', 70, '*'],
          ['Salarié', 'Ancienneté', 'Conditions'],
          listed.map(({ candidate, judged }) => [
            candidate.sheet.name,
            judged.seniorityDate ? frenchDay(judged.seniorityDate) : '',
            judged.conditions
              .filter(({ code, state }) => state !== 'met' || code === 'share' || code === 'hours')
              .map(({ figure, state }) => (state === 'met' ? figure : `${figure} (${stateWords[state]})`))
              .join(' · '),
          ]),
        ),
        ...listed.map((one) => page(formRow(one, transfer, call.asker), shownPerson(one, transfer).attachments, false)),
      ],
      now: call.now,
    });
    return fileReply(pdf, `Reprise du personnel ${transfer.site}.pdf`, 'application/pdf');
  }),

  handle(receivePeople, receive),
  handle(hirePeople, hire),
  handle(findKnownPeople, async ({ db, params }) => ({
    people: await knownOf(db, (await transferOf(db, params.id)).id),
  })),
  handle(endTransferred, endContracts),
  handle(moveTransferDate, moveDate),
];
