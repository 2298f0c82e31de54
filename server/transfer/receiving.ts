// A won site: the list received, and the collaborators made of it with their seniority (art. 3.1.2).
import { Agent } from '#core/agents/agent.ts';
import { entityNamed } from '#core/entities.ts';
import type { Row } from '#core/kernel/entity.ts';
import { Problem } from '#core/kernel/problem.ts';
import { daysAfter } from '#core/planning/days.ts';
import { type hirePeople, type receivePeople, transferMessages } from '#core/transfer/calls.ts';
import { StaffTransfer, TransferPerson } from '#core/transfer/transfer.ts';
import { agentExtension } from '#server/agents/agents.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import type { Call } from '#server/kernel/call.ts';
import { planOf } from '#server/kernel/plan.ts';
import { lockRows, saveMany } from '#server/kernel/save.ts';
import { knownOf, refuseTwice } from './known.ts';
import { openTransfer, personPlan } from './transfers.ts';

const agentPlan = planOf(Agent, agentExtension, entityNamed);

const openList = async (call: Call, id: string) => {
  const transfer = await openTransfer(call.db, id);
  if (transfer.direction !== 'IN') throw new Problem('conflict', transferMessages.notIn);
  return transfer;
};

export async function receive(call: Call<typeof receivePeople>): Promise<{ created: number }> {
  const whole = call as unknown as Call;
  const transfer = await openList(whole, call.params.id);
  // A line names no other record: neither its own, nor another list.
  const drafts = call.input.people.map(({ id: _id, newId: _newId, ...person }) => ({
    ...person,
    transfer: { id: transfer.id },
  }));
  const saved = await saveMany(personPlan, drafts, whole, { pathOf: (index) => `people.${index}` });
  await writeAudit(call.db, whole, {
    ...{ entity: StaffTransfer.name, id: transfer.id, action: 'receivePeople' },
    changes: { people: { before: null, after: saved.length } },
  });
  return { created: saved.length };
}

/** A replacement ends when the absent employee returns: somebody else, of whom the annex says nothing. Null: until then. */
function endOf({ contractType, replacedReturn }: Row<typeof TransferPerson>, start: string): string | null {
  if (contractType !== 'CDD_REPLACEMENT' || replacedReturn === null) return null;
  const end = daysAfter(replacedReturn, -1);
  return end < start ? start : end;
}

/** What the list says of him, as the sheet of a new collaborator. */
function agentDraft(person: Row<typeof TransferPerson>, start: string, card: string | null): Record<string, unknown> {
  const { lastname, firstname, email, phone, position, address } = person;
  return {
    ...{ lastname, firstname, email, position },
    phone: phone ? [phone] : [],
    ...(address ? { address } : {}),
    agentInfos: {
      type: 'EMPLOYEE',
      ...{ gender: person.gender ?? 0, birthDate: person.birthDate, nationality: person.nationality },
      workPermitType: person.workPermitType,
      cardNumber: person.cardNumber,
      seniority: person.seniorityDate,
      // No field holds it: the card replaces it in a few weeks.
      ...(person.cardReceipt ? { comments: `Récépissé de demande de carte : ${person.cardReceipt}` } : {}),
      expirations:
        card && person.cardUntil
          ? [{ type: { id: card }, number: person.cardNumber, expiresAt: person.cardUntil }]
          : [],
      contracts: [
        {
          name: 'Reprise du personnel',
          type: person.contractType,
          startDate: start,
          endDate: endOf(person, start),
          hoursLimit: person.monthlyHours ?? 151.67,
          period: 'MONTH',
          partTime: person.monthlyHours !== null && person.monthlyHours < 151,
          ...{ monthlyPay: person.monthlyPay, category: person.category, classificationCoeff: person.coefficient },
          ...{ classificationLevel: person.level, classificationGrade: person.grade },
        },
      ],
    },
  };
}

/** Of one line, whatever is wrong with it is told with its person. */
function named(problem: unknown, people: readonly Row<typeof TransferPerson>[], positionOf: (id: string) => number) {
  if (!(problem instanceof Problem) || !problem.details.violations) return problem;
  const violations = problem.details.violations.map(({ path, message, ...more }) => {
    const at = Number(/^people\.(\d+)/.exec(path)?.[1]);
    const person = people.find(({ id }) => positionOf(id) === at);
    return { path, message: person ? `${person.fullname} : ${message}` : message, ...more };
  });
  return new Problem(problem.kind, violations.map(({ message }) => message).join('. '), {
    ...problem.details,
    violations,
  });
}

/** Somebody already created is left alone: a second press makes nobody twice. */
export async function hire(call: Call<typeof hirePeople>): Promise<{ created: number; linked: number }> {
  const whole = call as unknown as Call;
  const { db } = call;
  const transfer = await openList(whole, call.params.id);
  const asked = call.input.people.map((id) => id.toLowerCase());
  const positionOf = (id: string): number => asked.indexOf(id);
  const rows = [...(await lockRows(personPlan, db, [...new Set(asked)])).values()];
  if (rows.some((row) => row.transfer.id !== transfer.id)) throw new Problem('missing', TransferPerson.missing);
  const refused = rows.find(({ decision }) => decision !== 'TAKEN');
  if (refused) throw new Problem('conflict', `${refused.fullname} n’est pas « Repris » : décidez d’abord.`);
  const missing = rows.filter(({ agent }) => agent === null);
  if (missing.length === 0) return { created: 0, linked: 0 };
  const known = Object.fromEntries(
    Object.entries(call.input.known).map(([id, agent]) => [id.toLowerCase(), agent?.toLowerCase() ?? null]),
  );
  refuseTwice(missing, await knownOf(db, transfer.id), known, (id) => `people.${positionOf(id)}`);
  const people = missing.filter(({ id }) => !known[id]);
  const [card] = await db.query<{ id: string }>({
    name: 'card-type',
    text: 'select id from expiration_types where agency_id = app_agency() and is_card limit 1',
  });
  const saved = await saveMany(
    agentPlan,
    people.map((person) => agentDraft(person, transfer.transferDate, card?.id ?? null)),
    whole,
    // Whoever may edit contracts decided; the contract follows from the list.
    { pathOf: (index) => `people.${positionOf(people[index]?.id ?? '')}`, byServer: true },
  ).catch((problem: unknown) => {
    throw named(problem, people, positionOf);
  });
  const made = new Map<string, string>(people.map(({ id }, at) => [id, saved[at]?.after.id as string]));
  await db.query({
    name: 'link-hired',
    text: `update transfer_people p set agent_id = o.agent, version = p.version + 1, updated_at = $3
      from unnest($1::uuid[], $2::uuid[]) o (person, agent) where p.agency_id = app_agency() and p.id = o.person`,
    values: [missing.map(({ id }) => id), missing.map(({ id }) => made.get(id) ?? known[id]), call.now],
  });
  await writeAudit(db, whole, {
    ...{ entity: StaffTransfer.name, id: transfer.id, action: 'hirePeople' },
    changes: { people: { before: null, after: missing.map(({ fullname }) => fullname).join(', ') } },
  });
  return { created: people.length, linked: missing.length - people.length };
}
