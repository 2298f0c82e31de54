// Spans as a collector receives them.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Customer } from '#core/customers/customer.ts';
import type { Endpoint } from '#core/kernel/endpoint.ts';
import { entityEndpoints } from '#core/kernel/entity-endpoints.ts';
import { sendEmail } from '#core/mail/email.ts';
import { servicesOf } from '#server/kernel/app.ts';
import { startCollector } from '#server/testing/collector.ts';
import { world } from '#server/testing/world.ts';

const collector = await startCollector();
afterAll(() => collector.close());
const here = await world({ tracesUrl: collector.url });
const [save, list] = ['save', 'list'].map((operation) =>
  entityEndpoints(Customer).find(({ entity }) => entity?.operation === operation),
) as [Endpoint, Endpoint];

const secret = 'Maison Confidentielle';
beforeAll(async () => {
  const owner = here.as('owner');
  await owner.call(save, { mount: 'agency', input: { name: secret, type: 100, email: 'discret@vigie.example' } });
  await owner.call(list, { mount: 'agency', input: { query: secret } });
  await owner.answer(list, { mount: 'agency', input: { limit: 'x' } });
  await owner.call(sendEmail, {
    mount: 'agency',
    input: { from: here.people.owner.email, to: ['a@exemple.fr'], subject: secret },
  });
  await here.jobsDone();
  // Closing sends the remaining spans.
  await servicesOf(here.app).tracing?.close();
});

const named = (name: string) => collector.spans.filter((span) => span.attributes['vigie.call'] === name);

describe('a collector', () => {
  test('receives each call, with its route and status', () => {
    expect(named('save:customer')).toMatchObject([
      {
        name: 'POST /api/agency/:agencyId/customer',
        attributes: { 'http.route': '/api/agency/:agencyId/customer', 'http.request.method': 'POST' },
        failed: false,
      },
    ]);
    expect(named('list:customer').map(({ attributes }) => Number(attributes['http.response.status_code']))).toEqual([
      200, 400,
    ]);
  });

  test('receives each database query, under its call', () => {
    const [saved] = named('save:customer');
    const asked = collector.spans.filter(({ parentSpanId }) => parentSpanId === saved?.spanId);
    expect(asked.length).toBeGreaterThan(3);
    expect(new Set(asked.map(({ name, traceId }) => `${name} ${traceId}`))).toEqual(
      new Set([`query ${saved?.traceId}`]),
    );
    // The read sends its settings and its query in one batch.
    const [listed] = named('list:customer');
    const summaries = collector.spans.flatMap(({ parentSpanId, attributes }) =>
      parentSpanId === listed?.spanId ? String(attributes['db.query.summary']) : [],
    );
    // An empty query may run first, to receive pending notifications.
    expect(summaries.filter((summary) => summary !== 'query')).toHaveLength(1);
  });

  test('receives each job', () => {
    expect(collector.spans.filter(({ attributes }) => attributes['vigie.job'] === 'sendMail')).toMatchObject([
      { name: 'job', attributes: { 'vigie.outcome': 'completed' }, failed: false },
    ]);
  });

  test('receives no user input', () => {
    const all = collector.raw.join('');
    for (const word of [
      secret,
      'vigie.example',
      'exemple.fr',
      here.agency.name,
      here.people.owner.id,
      'insert into',
      'Bearer',
    ])
      expect(all, word).not.toContain(word);
  });
});

test('without a collector no tracing code is loaded', async () => {
  const script = `
    const { openTracing } = await import('#server/operations/tracing.ts');
    await import('#server/kernel/app.ts');
    const loaded = await openTracing(null, '1');
    const { registerHooks } = await import('node:module');
    const seen = [];
    registerHooks({ load(url, context, next) { seen.push(url); return next(url, context); } });
    await openTracing('http://127.0.0.1:9', '1');
    console.log(JSON.stringify([loaded, seen.filter((url) => url.includes('opentelemetry')).length > 10]));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    cwd: join(import.meta.dirname, '../..'),
  });
  // The code is loaded on first use.
  expect(JSON.parse(stdout)).toEqual([null, true]);
});
