import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { enrolDevice, sendEvent } from '#core/field/calls.ts';
import type { Row } from '#core/kernel/entity.ts';
import { messages } from '#core/kernel/problem.ts';
import { listNotifications } from '#core/notifications/calls.ts';
import { dayNumber, dayOfNumber } from '#core/planning/days.ts';
import { refusals } from '#core/planning/lifecycle.ts';
import { moveService, updateCircuit } from '#core/planning/lifecycle-calls.ts';
import { Service } from '#core/planning/service.ts';
import {
  fetchReportForm,
  fetchReportTemplates,
  printReport,
  refuseReport,
  reportMessages,
  reviseReport,
  saveReport,
  saveReportTemplate,
} from '#core/reports/calls.ts';
import { AgencyReport } from '#core/reports/report.ts';
import type { Right } from '#core/rights.ts';
import { nobody } from '#server/db/context.ts';
import { servicesOf } from '#server/kernel/app.ts';
import { sendMail } from '#server/mail/send.ts';
import { endpointOf } from '#server/testing/client.ts';
import { openPdf } from '#server/testing/pdf.ts';
import { fullAnswers, reportsOf } from '#server/testing/reports.ts';
import { world } from '#server/testing/world.ts';
import { mailByClock, mailNow, mailReports } from './mailing.ts';
import { printedReports } from './printing.ts';

// The clock does not run by itself.
const here = await world({ jobs: [sendMail, mailReports] });
const { as, sql, agency, people, outbox } = here;
const { agentId, site, newService, write, readAs, seenBy, act, signature, settle } = await reportsOf(here);
const [owner, agent] = [as('owner'), as('agent')];
const finish = (service: string) =>
  agent.answer(moveService, {
    mount: 'agent',
    params: { status: '300' },
    input: {
      service: { id: service },
      event: { uuid: randomUUID(), eventMessages: [{ content: 'Sans photo : essai' }] },
    },
  });
const recipient = 'rapports@client.example';
const receives = (yes: boolean) =>
  sql('update contacts set send_customer_intervention_report = $2, email = $3 where id = $1', [
    ...[people.customer.profile?.id, yes, recipient],
  ]);

test('an agent fills in the template of the site; required fields are asked for when he hands it over', async () => {
  const service = await newService();
  await sql(`update sites set intervention_report_template = 'DETAILED' where id = $1`, [site]);
  const form = await agent.call(fetchReportForm, { mount: 'agent', params: { id: service } });
  expect(form).toMatchObject({ template: { type: 'intervention', key: 'DETAILED', edition: 0 }, report: null });
  await sql(`update sites set intervention_report_template = 'STANDARD' where id = $1`, [site]);
  const report = await write(service, { answers: [{ key: 'findings', value: 'Vitre brisée' }] });
  expect(report).toMatchObject({
    ...{
      discr: 'intervention',
      template: 'STANDARD',
      status: 100,
      edition: 1,
      agent: { id: agentId },
      site: { id: site },
    },
    reference: expect.stringMatching(/^RI-\d{6}$/),
  });
  // P-036
  expect((await readAs('owner', report.id)).price).toBe(45);
  expect(report.answers.find(({ key }) => key === 'findings')).toMatchObject({
    label: 'Constat',
    value: 'Vitre brisée',
  });
  const early = await agent.answer(saveReport, {
    mount: 'agent',
    input: { id: report.id, service: { id: service }, submit: true },
  });
  expect(early).toMatchObject({ status: 400, body: { message: reportMessages.incomplete } });
  // Whole again: the last answers win, and a report without approval is approved at once.
  expect(await write(service, { id: report.id, answers: fullAnswers, submit: true })).toMatchObject({ status: 300 });
  // One report for a service.
  const second = await agent.answer(saveReport, {
    mount: 'agent',
    input: { uuid: randomUUID(), service: { id: service } },
  });
  expect(second).toMatchObject({ status: 409, body: { message: reportMessages.another } });
});

test('a report completed over its version, sent again after a lost answer, is completed once', async () => {
  const service = await newService();
  const { id, version } = await write(service);
  const complete = (key: string) =>
    agent.answer(saveReport, {
      ...{ mount: 'agent', key },
      input: { id, version, service: { id: service }, answers: fullAnswers, submit: true },
    });
  const key = randomUUID();
  const first = await complete(key);
  expect(first.status).toBe(200);
  expect(await complete(key)).toMatchObject({ status: 200, body: first.body });
  expect((await complete(randomUUID())).status).toBe(409);
});

test('who may not write a report, or not complete it, reads which right he lacks', async () => {
  const service = await newService();
  const { id } = await write(service);
  const lacks = async (rights: Right[], input: object) => {
    const clerk = as(await here.hire(`Avec ${rights.join()}`, { of: 'azur', rights }));
    const { status, body } = await clerk.answer(saveReport, { input: { service: { id: service }, ...input } });
    return [status, body.right];
  };
  expect(await lacks(['createInterventionReport', 'listServices'], { id })).toEqual([403, 'editInterventionReport']);
  expect(await lacks(['editInterventionReport', 'listServices'], { uuid: randomUUID() })).toEqual([
    ...[403, 'createInterventionReport'],
  ]);
});

test('no report for another activity, nor for one that the agency switched off, nor with an unknown field', async () => {
  const guarding = await newService({ activity: 1 });
  const refused = (service: string, more: object = {}) =>
    agent.answer(saveReport, { mount: 'agent', input: { uuid: randomUUID(), service: { id: service }, ...more } });
  expect(await refused(guarding)).toMatchObject({ status: 400, body: { message: reportMessages.noReport } });
  const audit = await newService({ activity: 8 });
  await settle('report_audit_enabled = false');
  expect(await refused(audit)).toMatchObject({ status: 409, body: { message: reportMessages.disabled } });
  await settle('report_audit_enabled = true');
  const service = await newService();
  for (const answers of [[{ key: 'nowhere', value: 'x' }], [{ key: 'breakIn', value: 'PEUT-ÊTRE' }]])
    expect((await refused(service, { answers })).status).toBe(400);
});

test('N-066: a service whose report must be signed does not end without it, with the sentence of the specification', async () => {
  await settle(`report_intervention_signature = 'BOTH'`);
  const service = await newService();
  const read = async () =>
    (
      (await agent.call(endpointOf(Service, 'read'), { mount: 'agent', params: { id: service } })) as {
        service: Record<string, unknown>;
      }
    ).service;
  expect(await read()).toMatchObject({ agencyReport: null, missingSignatures: ['agent', 'customer'] });
  expect(await finish(service)).toMatchObject({ status: 409, body: { message: refusals.unsigned } });
  expect(refusals.unsigned).toBe("La signature d'un bon est obligatoire");
  // N-030: the report comes with the circuit.
  const report = randomUUID();
  await agent.call(updateCircuit, {
    mount: 'agent',
    input: {
      service: { id: service, agencyReport: { uuid: report, agentSignature: await signature('Paul Martin') } },
      event: { uuid: randomUUID() },
    },
  });
  expect(await read()).toMatchObject({
    agencyReport: { id: report, discr: 'intervention', signature: null },
    missingSignatures: ['customer'],
  });
  expect((await finish(service)).status).toBe(409);
  await write(service, { id: report, customerSignature: await signature('Mme Client') });
  expect(await read()).toMatchObject({ agencyReport: { signature: expect.any(String) }, missingSignatures: [] });
  expect((await finish(service)).status).toBe(200);
  await settle(`report_intervention_signature = 'NONE'`);
});

test('where the agency asks for it, it approves a report before the customer sees it; a refusal goes back with its reason', async () => {
  await settle('report_intervention_approval = true');
  const service = await newService();
  const report = await write(service, { answers: fullAnswers, submit: true });
  expect(report.status).toBe(200);
  expect(await seenBy('customer')).not.toContain(report.id);
  const { notifications } = await owner.call(listNotifications, { input: {} });
  expect(notifications).toEqual(
    expect.arrayContaining([expect.objectContaining({ title: 'À valider : Entrepôt Nord' })]),
  );
  const late = await agent.answer(saveReport, { mount: 'agent', input: { id: report.id, service: { id: service } } });
  expect(late).toMatchObject({ status: 409, body: { message: reportMessages.submitted } });
  await owner.call(refuseReport, { params: { id: report.id }, input: { reason: 'Heure d’arrivée illisible' } });
  expect(await readAs('agent', report.id)).toMatchObject({ status: 500, refusal: 'Heure d’arrivée illisible' });
  expect((await write(service, { id: report.id, submit: true })).status).toBe(200);
  await act(report.id, 'approve');
  expect(await seenBy('customer')).toContain(report.id);
  expect(await readAs('customer', report.id)).toMatchObject({ status: 300, agent: null, price: null, refusal: null });
  await settle('report_intervention_approval = false');
});

test('a service names its report only to those who may list reports, and to its agent', async () => {
  const service = await newService();
  const report = await write(service, { answers: fullAnswers });
  await sql('update services set published = service_facts(services) where id = $1', [service]);
  const seenWith = async (rights: Right[]) => {
    const reader = await here.hire(`lecteur${randomUUID()}`, { of: 'azur', rights: ['listServices', ...rights] });
    return (await as(reader).call(endpointOf(Service, 'read'), { mount: 'agency', params: { id: service } })) as object;
  };
  const named = { service: { agencyReport: { id: report.id, reference: report.reference } } };
  expect(await seenWith(['listInterventionReports'])).toMatchObject(named);
  expect(await seenWith([])).toMatchObject({ service: { id: service, agencyReport: null } });
  const own = { mount: 'agent' as const, params: { id: service } };
  expect(await agent.call(endpointOf(Service, 'read'), own)).toMatchObject(named);
});

test('a signature stands for the answers that were signed: a changed answer removes it, and the history names both', async () => {
  await settle(`report_intervention_approval = true, report_intervention_signature = 'BOTH'`);
  const service = await newService();
  const signed = { agentSignature: await signature('Paul Martin'), customerSignature: await signature('Mme Client') };
  const report = await write(service, { answers: fullAnswers, ...signed, submit: true });
  expect(report).toMatchObject({ status: 200, signed: true });
  // The same answers again change nothing.
  const same = await write(service, { id: report.id, answers: fullAnswers }, 'owner');
  expect(same).toMatchObject({ status: 200, agentSigner: 'Paul Martin', customerSigner: 'Mme Client' });
  const rewritten = await write(
    service,
    { id: report.id, answers: [{ key: 'findings', value: 'Rien à signaler' }], agentSignature: signed.agentSignature },
    'owner',
  );
  const bare = { agentSignature: null, agentSigner: null, customerSignature: null, customerSigner: null };
  expect(rewritten).toMatchObject({ ...bare, signed: false, status: 100 });
  const { history } = (await owner.call(endpointOf(AgencyReport, 'history'), { params: { id: report.id } })) as {
    history: { action: string; author: string; changes: Record<string, unknown> }[];
  };
  expect(history[0]).toMatchObject({
    ...{ action: 'edit', author: expect.any(String) },
    changes: {
      answers: {
        before: [{ label: 'Constat', value: 'Vu : Constat' }],
        after: [{ label: 'Constat', value: 'Rien à signaler' }],
      },
      agentSigner: { before: 'Paul Martin', after: null },
      customerSigner: { before: 'Mme Client', after: null },
    },
  });
  // Signed again with the changed answers.
  const again = { agentSignature: await signature('Paul Martin'), customerSignature: await signature('Mme Client') };
  const answers = [{ key: 'findings', value: 'Vitre fêlée' }];
  expect(await write(service, { id: report.id, answers, ...again, submit: true })).toMatchObject({
    ...{ status: 200, agentSigner: 'Paul Martin', signed: true },
  });
  await settle(`report_intervention_approval = false, report_intervention_signature = 'NONE'`);
});

test('an approved report is frozen; a correction is a new version that replaces it once it is approved', async () => {
  const service = await newService();
  const first = await write(service, { answers: fullAnswers, submit: true });
  const frozen = await owner.answer(saveReport, {
    input: { id: first.id, service: { id: service }, answers: [{ key: 'findings', value: 'Autre' }] },
  });
  expect(frozen).toMatchObject({ status: 409, body: { message: expect.stringContaining('« Corriger »') } });
  // « Corriger » is the agency's.
  expect(
    await agent.answer(saveReport, { mount: 'agent', input: { id: first.id, service: { id: service } } }),
  ).toMatchObject({ status: 409, body: { message: reportMessages.approved } });
  await expect(
    here.database.transaction({ agency: agency.id, agent: null, customer: null, user: null } as never, (db) =>
      db.query({
        text: `update agency_report_answers set value = 'x' where agency_report_id = $1`,
        values: [first.id],
      }),
    ),
  ).rejects.toMatchObject({ code: 'VF409' });
  const revise = () => owner.call(reviseReport, { params: { id: first.id }, input: { reason: 'Heure corrigée' } });
  const next = (await revise()).agencyReport as Row<typeof AgencyReport>;
  expect((await revise()).agencyReport.id).toBe(next.id);
  expect(next).toMatchObject({
    ...{ status: 100, edition: 2, replaces: { id: first.id }, reason: 'Heure corrigée', customerSignature: null },
    reference: `${first.reference}.2`,
  });
  expect(next.answers.find(({ key }) => key === 'findings')?.value).toBe('Vu : Constat');
  // The customer keeps the first until then.
  expect(await seenBy('customer')).toContain(first.id);
  await write(service, { id: next.id, answers: [{ key: 'findings', value: 'Corrigé' }], submit: true }, 'owner');
  const seen = await seenBy('customer');
  expect([seen.includes(first.id), seen.includes(next.id)]).toEqual([false, true]);
  expect((await readAs('owner', first.id)).status).toBe(600);
});

test('a template that the agency changes is a new edition; reports keep theirs', async () => {
  const service = await newService({ activity: 8 });
  const before = await write(service, {});
  const sections = [{ title: 'Bref', fields: [{ key: 'a', label: 'Note', kind: 'number' as const, required: true }] }];
  const saved = await owner.call(saveReportTemplate, { input: { type: 'audit', key: 'STANDARD', sections } });
  expect(saved.template).toMatchObject({ edition: 1, sections });
  const after = await write(await newService({ activity: 8 }), { answers: [{ key: 'a', value: '17.5' }] });
  expect(after).toMatchObject({ templateEdition: 1, answers: [{ label: 'Note', value: '17.5' }] });
  expect((await readAs('agent', before.id)).answers.length).toBeGreaterThan(5);
  // A phone that still has the earlier one.
  const old = await write(await newService({ activity: 8 }), { template: { key: 'STANDARD', edition: 0 } });
  expect(old.templateEdition).toBe(0);
  await owner.call(saveReportTemplate, { input: { type: 'audit', key: 'STANDARD', sections: null } });
  const { templates } = await owner.call(fetchReportTemplates);
  expect(templates.find(({ type, key }) => type === 'audit' && key === 'STANDARD')?.sections.length).toBe(3);
});

test('of two people who change a template at once, the second is told, and overwrites nothing; the same twice is one', async () => {
  const detailed = async () =>
    (await owner.call(fetchReportTemplates)).templates.find(({ type, key }) => type === 'audit' && key === 'DETAILED');
  const { edition } = (await detailed()) as { edition: number };
  const asked = (title: string) => {
    const sections = [{ title, fields: [{ key: 'a', label: 'Note', kind: 'number' as const, required: true }] }];
    return owner.answer(saveReportTemplate, { input: { type: 'audit', key: 'DETAILED', sections, edition } });
  };
  expect((await asked('Premier')).status).toBe(200);
  expect((await asked('Premier')).status).toBe(200);
  expect(await asked('Second')).toMatchObject({ status: 409, body: { message: messages.settingsConflict } });
  expect(await detailed()).toMatchObject({ edition: edition + 1, sections: [{ title: 'Premier' }] });
  await owner.call(saveReportTemplate, { input: { type: 'audit', key: 'DETAILED', sections: null } });
});

test('reports leave by mail with their paper: at once after the service where the site asks, else in the morning; each once', async () => {
  await receives(true);
  await sql('update sites set intervention_report_after_service_enabled = true where id = $1', [site]);
  const atOnce = await newService();
  const report = await write(atOnce, {
    ...{ answers: fullAnswers, submit: true, customerSignature: await signature('Mme Client') },
  });
  const printed = await as('customer').answer(printReport, { mount: 'customer', params: { id: report.id } });
  expect([printed.status, printed.headers['content-type']]).toEqual([200, 'application/pdf']);
  // Its hours are the planned ones until it has a real end.
  const [{ start } = { start: new Date() }] = await sql<{ start: Date }>(
    `update services set real_start_at = start_at - interval '7 minutes' where id = $1 returning start_at as start`,
    [atOnce],
  );
  const [paper] = await printedReports(
    { query: (one) => servicesOf(here.app).database.read({ ...nobody, agency: agency.id }, one) },
    [report.id],
  );
  expect(paper?.hours?.startAt).toBe(start.toISOString());
  // The service goes on.
  expect((await outbox.to(recipient)).length).toBe(0);
  expect((await finish(atOnce)).status).toBe(200);
  const mail = await outbox.lastTo(recipient);
  expect(mail.subject).toContain(report.reference);
  const { text } = await openPdf(new Uint8Array(mail.attachments[0]?.content as ArrayBuffer));
  for (const words of ["Rapport d'intervention", report.reference, 'Vu : Mesures prises', 'Mme Client, le '])
    expect(text).toContain(words);
  expect(await readAs('owner', report.id)).toMatchObject({ status: 400, sentAt: expect.any(String) });
  await mailNow([report.id], servicesOf(here.app), agency.id, new Date());
  await sql('update sites set intervention_report_after_service_enabled = false where id = $1', [site]);
  const other = await write(await newService({ status: 300 }), { answers: fullAnswers, submit: true });
  const services = servicesOf(here.app);
  const today = new Date().toISOString().slice(0, 10);
  await mailByClock(services, new Date(`${today}T04:00:00Z`));
  expect((await outbox.to(recipient)).length).toBe(1);
  for (const hour of ['09:00', '10:00']) await mailByClock(services, new Date(`${today}T${hour}:00Z`));
  await outbox.lastTo(recipient, 2);
  expect((await readAs('owner', other.id)).status).toBe(400);
  expect((await outbox.to(recipient)).length).toBe(2);
  // In the last minutes of a day, after the last run of that day.
  await write(await newService({ status: 300 }), { answers: fullAnswers, submit: true });
  await sql(`update agencies set report_mailing_time = '23:55' where id = $1`, [agency.id]);
  const [tomorrow, after] = [1, 2].map((days) => dayOfNumber(dayNumber(today) + days));
  await mailByClock(services, new Date(`${tomorrow}T21:00:00Z`));
  expect((await outbox.to(recipient)).length).toBe(2);
  for (const minutes of ['00', '10']) await mailByClock(services, new Date(`${after}T00:${minutes}:00Z`));
  await outbox.lastTo(recipient, 3);
  await receives(false);
});

test('a phone reports a report and completes it, once each; what cannot be written is kept; an unsigned end is kept, not lost', async () => {
  const device = randomUUID();
  await agent.call(enrolDevice, { mount: 'agent', input: { id: device, name: 'Téléphone', lost: [] } });
  let rank = 0;
  const send = (
    messageType: string,
    service: string,
    payload: object,
    uuid: string = randomUUID(),
    more: object = {},
  ) => {
    rank += 1;
    const createdAt = new Date().toISOString();
    const event = { uuid, device, rank, createdAt, clockOffset: 0, service, payload, ...more };
    return agent.call(sendEvent, { mount: 'agent', params: { messageType }, input: { event, waiting: 0 } });
  };
  await settle(`report_intervention_signature = 'CUSTOMER'`);
  const [service, report, event] = [await newService(), randomUUID(), randomUUID()];
  const written = { report, discr: 'intervention', template: { key: 'STANDARD', edition: 0 }, answers: fullAnswers };
  expect(await send('report-create', service, written, event)).toMatchObject({ outcome: 'applied' });
  expect(await send('report-create', service, written, event)).toMatchObject({ outcome: 'applied' });
  expect(await readAs('owner', report)).toMatchObject({ status: 100, agent: { id: agentId } });
  // N-066: the desk decides.
  expect(await send('service-step', service, { status: 300 })).toMatchObject({
    outcome: 'kept',
    reason: refusals.unsigned,
  });
  const drawn = { id: randomUUID(), sha256: 'a'.repeat(64), size: 900 };
  const signed = { report, discr: 'intervention', answers: [], submit: true };
  const customerSignature = { file: { id: drawn.id }, name: 'Mme Client' };
  expect(
    await send('report-edit', service, { ...signed, customerSignature }, randomUUID(), { photos: [drawn] }),
  ).toMatchObject({ outcome: 'applied' });
  expect(await readAs('owner', report)).toMatchObject({ status: 300, customerSigner: 'Mme Client', signed: true });
  expect(await send('service-step', service, { status: 300 })).toMatchObject({ outcome: 'applied' });
  expect(await send('report-edit', service, signed)).toMatchObject({ outcome: 'kept' });
  expect(await send('report-edit', service, { ...signed, report: randomUUID() })).toMatchObject({
    ...{ outcome: 'kept', reason: AgencyReport.missing },
  });
  await settle(`report_intervention_signature = 'NONE'`);
});
