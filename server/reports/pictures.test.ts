import { createHash, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { enrolDevice, sendEvent } from '#core/field/calls.ts';
import { sendFilePiece } from '#core/files/awaited.ts';
import { servicesOf } from '#server/kernel/app.ts';
import { sendMail } from '#server/mail/send.ts';
import { draw } from '#server/pdf/drawing.ts';
import { png } from '#server/testing/files.ts';
import { openPdf } from '#server/testing/pdf.ts';
import { fullAnswers, reportsOf } from '#server/testing/reports.ts';
import { world } from '#server/testing/world.ts';
import { mailNow, mailReports } from './mailing.ts';

const here = await world({ jobs: [sendMail, mailReports] });
const { as, sql, agency, people, outbox } = here;
const { site, newService, readAs } = await reportsOf(here);
const agent = as('agent');
const drawn = (await draw('photoOf', png(60, 20))) as Buffer;
const recipient = 'photos@client.example';
await sql('update contacts set send_customer_intervention_report = true, email = $2 where id = $1', [
  ...[people.customer.profile?.id, recipient],
]);
await sql('update sites set intervention_report_after_service_enabled = true where id = $1', [site]);

const device = randomUUID();
await agent.call(enrolDevice, { mount: 'agent', input: { id: device, name: 'Téléphone' } });
let rank = 0;
/** Submitted and signed on a telephone whose drawing is still on it. */
async function reported(): Promise<{ report: string; drawing: string }> {
  rank += 1;
  const [report, drawing, service] = [randomUUID(), randomUUID(), await newService({ status: 300 })];
  const photo = { id: drawing, sha256: createHash('sha256').update(drawn).digest('hex'), size: drawn.length };
  const answer = await agent.call(sendEvent, {
    mount: 'agent',
    params: { messageType: 'report-create' },
    input: {
      waiting: 0,
      event: {
        ...{ uuid: randomUUID(), device, rank, createdAt: new Date().toISOString(), clockOffset: 0, service },
        payload: {
          ...{ report, discr: 'intervention', template: { key: 'STANDARD', edition: 0 }, answers: fullAnswers },
          ...{ submit: true, customerSignature: { file: { id: drawing }, name: 'Mme Client' } },
        },
        photos: [photo],
      } as never,
    },
  });
  expect(answer).toMatchObject({ outcome: 'applied' });
  return { report, drawing };
}
const mail = (report: string, now: Date) => mailNow([report], servicesOf(here.app), agency.id, now);
const nextLook = async (report: string): Promise<Date[]> =>
  (
    await sql<{ at: Date }>(
      `select distinct start_after as at from jobs.job where name = 'mailReports' and data->'reports'->>0 = $1 and start_after > now()`,
      [report],
    )
  ).map(({ at }) => at);

test('a report of a phone waits for its drawings and photos before it is mailed, and is looked at again every ten minutes', async () => {
  const { report, drawing } = await reported();
  await here.jobsDone();
  expect([(await readAs('owner', report)).status, await outbox.to(recipient)]).toEqual([300, []]);
  const [look] = await nextLook(report);
  expect((look as Date).getTime() - Date.now()).toBeLessThanOrEqual(600_000);
  await mail(report, look as Date);
  expect((await readAs('owner', report)).sentAt).toBe(null);
  const piece = { from: 0, bytes: drawn.toString('base64') };
  expect(await agent.call(sendFilePiece, { mount: 'agent', params: { id: drawing }, input: piece })).toMatchObject({
    isComplete: true,
  });
  await mail(report, new Date());
  expect((await readAs('owner', report)).status).toBe(400);
  const { attachments } = await outbox.lastTo(recipient);
  const { text } = await openPdf(new Uint8Array(attachments[0]?.content as ArrayBuffer));
  expect(text).toContain('Mme Client, le ');
  expect(text).not.toContain('Photo non disponible');
  expect((await outbox.to(recipient)).length).toBe(1);
});

test('a phone that never sends its pictures keeps a report for a day, not for ever', async () => {
  const { report } = await reported();
  await here.jobsDone();
  await mail(report, new Date(Date.now() + 86_000_000));
  expect((await readAs('owner', report)).status).toBe(300);
  await mail(report, new Date(Date.now() + 86_500_000));
  expect((await readAs('owner', report)).status).toBe(400);
});
