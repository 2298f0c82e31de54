// The report of a stop, whose service ends with the tour too.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { moveService } from '#core/planning/lifecycle-calls.ts';
import { sendMail } from '#server/mail/send.ts';
import { fullAnswers, reportsOf } from '#server/testing/reports.ts';
import { world } from '#server/testing/world.ts';
import { mailReports } from './mailing.ts';

const here = await world({ jobs: [sendMail, mailReports] });
const { as, sql, people, outbox } = here;
const { site, newService, write } = await reportsOf(here);
const recipient = 'etapes@client.example';

test('the report of a stop leaves when its tour is broken off there', async () => {
  await sql('update contacts set send_customer_intervention_report = true, email = $2 where id = $1', [
    ...[people.customer.profile?.id, recipient],
  ]);
  await sql('update sites set intervention_report_after_service_enabled = true where id = $1', [site]);
  const [tour, stop] = [await newService(), await newService()];
  await sql('update services set is_circuit = true where id = $1', [tour]);
  await sql('update services set circuit_id = $2 where id = $1', [stop, tour]);
  await sql('update services s set published = service_facts(s) where id = any ($1)', [[tour, stop]]);
  await sql('delete from service_times where service_id = $1', [stop]);
  const report = await write(stop, { answers: fullAnswers, submit: true });
  expect(await outbox.to(recipient)).toEqual([]);
  const input = { service: { id: tour }, event: { uuid: randomUUID() } };
  const moved = await as('owner').answer(moveService, { mount: 'agency', params: { status: '400' }, input });
  expect(moved.status).toBe(200);
  expect((await outbox.lastTo(recipient)).subject).toContain(report.reference);
});
