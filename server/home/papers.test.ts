import { expect, test } from 'vitest';
import { readOwnPapers } from '#core/home/papers.ts';
import { wallClock } from '#core/kernel/clock.ts';
import { world } from '#server/testing/world.ts';

const { as, sql, people, agency } = await world();
const { day: today } = wallClock(new Date(), 'Europe/Paris');
const dayIn = (days: number): string =>
  new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
const give = (agent: string, type: string, expiresAt: string): Promise<unknown> =>
  sql(
    `insert into agent_expirations (agency_id, id, agent_id, type_id, expires_at)
      select $1, gen_random_uuid(), $2, id, $4 from expiration_types where agency_id = $1 and name = $3`,
    [agency.id, agent, type, expiresAt],
  );
const agent = people.agent.profile?.id as string;

test('an agent reads only his own papers, the last of each type', async () => {
  await sql(
    `update agents set type = 'EMPLOYEE', plannable = true, card_number = 'CAR-006-2029-05-12-20130012345' where id = $1`,
    [agent],
  );
  await give(agent, 'Carte professionnelle', dayIn(-300));
  await give(agent, 'Carte professionnelle', dayIn(40));
  await give(agent, 'SST', dayIn(500));
  await give(people.staff.profile?.id as string, 'SSIAP', dayIn(-5));
  await sql(
    `insert into agent_contracts (agency_id, id, agent_id, type, start_date, end_date, period, hours_limit)
      values ($1, gen_random_uuid(), $2, 'CDD', $3, $4, 'WEEK', 35)`,
    [agency.id, agent, dayIn(-100), dayIn(20)],
  );
  const { papers } = await as('agent').call(readOwnPapers);
  expect(papers.map(({ kind, name, number, expiresAt, state }) => [kind, name, number, expiresAt, state])).toEqual([
    ['contract', 'Contrat de travail (CDD)', null, dayIn(20), 'SOON'],
    ['card', 'Carte professionnelle', 'CAR-006-2029-05-12-20130012345', dayIn(40), 'WATCH'],
    ['paper', 'SST', null, dayIn(500), 'VALID'],
  ]);
  expect(papers.map(({ advice }) => advice !== null)).toEqual([true, true, false]);
});

test('missing papers that the law requires are reported', async () => {
  await sql(`delete from agent_expirations where agent_id = $1`, [agent]);
  await sql(`delete from agent_contracts where agent_id = $1`, [agent]);
  await sql(`update agents set card_number = null where id = $1`, [agent]);
  const { papers } = await as('agent').call(readOwnPapers);
  expect(papers.map(({ kind, state }) => [kind, state])).toEqual([
    ['card', 'MISSING'],
    ['contract', 'MISSING'],
  ]);
});
