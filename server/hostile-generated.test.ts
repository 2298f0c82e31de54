// Random requests for every call, generated from the API document: each answer has the declared shape, comes within ten
// seconds, is no server error and reveals no internals.
import { crc32 } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { problemStatus } from '#core/kernel/problem.ts';
import { chanceOf } from '#core/kernel/testing/chance.ts';
import { draw } from '#server/pdf/drawing.ts';
import { type Aim, aimsOf, routesOf } from '#server/testing/aims.ts';
import { hostileRuns } from '#server/testing/attacks.ts';
import type { Answer } from '#server/testing/client.ts';
import { type Described, drawn, type Model } from '#server/testing/generated.ts';
import { openApiDocument } from '#server/testing/openapi-shape.ts';
import { world } from '#server/testing/world.ts';

/** Input that makes an answer slow takes minutes; a busy machine, seconds. */
const longest = 10_000;
/** HOSTILE_SEED generates other requests, or repeats a failure. */
const seed = Number(process.env.HOSTILE_SEED ?? 20_261_115);

type Operation = z.output<typeof openApiDocument>['paths'][string]['get'] & object;

const here = await world();
// Start the drawing thread first: this is slow on a busy machine.
await draw('codesPdf', {
  about: 'Essai',
  codes: [],
  byRow: 1,
  size: 1,
  margin: 0,
  house: { name: 'Essai' },
  now: new Date(),
});
const aims = routesOf(await aimsOf(here));
const { body: document } = await here.anonymous.inject({ method: 'GET', url: '/api/openapi.json' });
const { paths, components } = openApiDocument.parse(document);

const read = (schema: unknown): z.ZodType => z.fromJSONSchema(schema as never, { defaultTarget: 'openapi-3.0' });
const problem = read(components.schemas.Problem);

const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    title: operation.operationId,
    path,
    method: method.toUpperCase(),
    operation: operation as Operation,
  })),
);

const inside = /\bat \S+ \(|node_modules|\.[tj]s:\d+|\bselect\b.+\bfrom\b|syntax error|violates/i;

/** The faults of an answer; empty: none. */
function faultsOf({ status, body, headers }: Answer, took: number, shape: z.ZodType | null, media: string): string[] {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const found: string[] = [];
  if (took > longest) found.push(`${Math.round(took)} ms`);
  if (status >= 500) found.push(`${status}: ${text.slice(0, 200)}`);
  else if (status >= 400) {
    const checked = problem.safeParse(body);
    if (!checked.success) found.push(`${status} is no problem: ${text.slice(0, 200)}`);
    else if (body.code !== status || body.message === '') found.push(`${status} answers ${text.slice(0, 200)}`);
    else if (!Object.values<number>(problemStatus).includes(status)) found.push(`${status} is not declared`);
    // Input is only repeated to its sender, as the name of a field.
    if (inside.test(String(body?.message))) found.push(`${status} reveals internals: ${text.slice(0, 300)}`);
  } else if (media === 'application/json') {
    const checked = status === 200 && shape ? shape.safeParse(body) : null;
    if (!checked?.success) found.push(`${status} has another shape: ${text.slice(0, 200)} ${checked?.error}`);
  } else if (media === '' ? status !== 204 || text !== '' : status !== 200) found.push(`${status} is not declared`);
  if (/\n\s+at /.test(text)) found.push(`a stack: ${text.slice(0, 300)}`);
  if (headers['x-content-type-options'] !== 'nosniff')
    found.push(`${status} without its headers ${text.slice(0, 100)}`);
  return found;
}

const figures = { requests: 0, good: 0, refused: 0, slowest: 0 };
afterAll(() => {
  // There are both accepted and refused requests.
  expect(figures.good).toBeGreaterThan(figures.requests / 50);
  expect(figures.refused).toBeGreaterThan(figures.requests / 2);
});

/** A separate session: some of these calls end it. */
async function tokenOf({ person }: Aim): Promise<string | null> {
  return person ? (await here.sessionOf(person)).token : null;
}

describe.concurrent('every documented call handles random requests', () => {
  test.each(operations)('$title', { timeout: 60_000 }, async ({ title, path, method, operation }) => {
    const aim = aims.find(({ act }) => `${act.endpoint.name}@${act.mount}` === title) as Aim;
    expect(aim, 'a line in server/testing/requests.ts').toBeDefined();
    const [media = '', content] = Object.entries(operation.responses[200]?.content ?? {})[0] ?? [];
    const shape = media === 'application/json' && content ? read(content.schema) : null;
    const sent = operation.requestBody?.content;
    const model: Model = {
      method,
      pattern: `/api${path}`,
      params: aim.params,
      // A stream would stay open for ten minutes.
      query: aim.act.endpoint.streams ? 'seconds=0' : '',
      asks: operation.parameters.flatMap((one) => (one.in === 'query' ? one.name : [])),
      valid: aim.input,
      schema: sent?.['application/json']?.schema as Described | undefined,
      files: sent?.['multipart/form-data'] !== undefined,
    };
    const chance = chanceOf(seed + crc32(title));
    // Divided among the mounts of a call, which share one handler.
    const share = Math.ceil(hostileRuns / Object.keys(aim.act.endpoint.mounts).length);
    let token = await tokenOf(aim);
    const found: string[] = [];
    for (let number = 0; number < share; number += 1) {
      const request = drawn(model, chance);
      // Many networks, so that the limit of attempts is not reached.
      const remoteAddress = `10.${chance.below(250)}.${chance.below(250)}.${chance.below(250)}`;
      const began = performance.now();
      const answer = await aim.client.with(token).inject({ ...request, remoteAddress });
      const took = performance.now() - began;
      figures.requests += 1;
      figures[answer.status < 400 ? 'good' : 'refused'] += 1;
      figures.slowest = Math.max(figures.slowest, took);
      if (answer.status === 401) token = await tokenOf(aim);
      for (const fault of faultsOf(answer, took, shape, media))
        found.push(`${fault}\n  number ${number}, HOSTILE_SEED=${seed}: ${JSON.stringify(request).slice(0, 400)}`);
    }
    expect(found.slice(0, 5)).toEqual([]);
  });
});
