// Every call of the registry: one handler, a declared access, the isolation of agencies, its place in the API document.

import { describe, expect, test } from 'vitest';
import { allEndpoints } from '#core/endpoints.ts';
import { type Access, type Endpoint, type Mount, type Operation, prefixes } from '#core/kernel/endpoint.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { entityEndpoints } from '#core/kernel/entity-endpoints.ts';
import type { Fields } from '#core/kernel/field.ts';
import { isPlatformRole } from '#core/kernel/platform.ts';
import { rowSchema } from '#core/kernel/schema.ts';
import { isRight, missingRight, type Right } from '#core/rights.ts';
import { allHandlers } from '#server/product.ts';
import { referToAny } from '#server/testing/filled.ts';
import { openApiDocument } from '#server/testing/openapi-shape.ts';
import { actsOf, type Setting } from '#server/testing/requests.ts';
import { rowOf, saverOf, writtenEntities } from '#server/testing/rows.ts';
import { asDraft, fullDraft, masked } from '#server/testing/samples.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, anonymous, agency, people, app } = here;

const mountsOf = (endpoint: Endpoint): [Mount, Access][] => Object.entries(endpoint.mounts) as [Mount, Access][];
const mounted = allEndpoints.flatMap((endpoint) =>
  mountsOf(endpoint).map(([mount, access]) => ({ title: `${endpoint.name} on ${mount}`, endpoint, mount, access })),
);
const pathIds = { agencyId: agency.id, agentId: people.powerless.profile?.id as string, customerId: here.customer.id };
const setting = (where: Setting['where'] = 'own'): Setting => ({
  world: here,
  mount: 'agency',
  person: null,
  where,
  fresh: true,
});

describe('the registry', () => {
  test('every call has exactly one handler, and every handler its call', () => {
    expect(allHandlers.map(({ endpoint }) => endpoint.name).sort()).toEqual(
      allEndpoints.map(({ name }) => name).sort(),
    );
    expect(new Set(allEndpoints.map(({ name }) => name)).size).toBe(allEndpoints.length);
  });

  test('a handler is mounted where its call is declared, under the same access', () => {
    for (const { endpoint } of allHandlers) {
      const declared = allEndpoints.find(({ name }) => name === endpoint.name);
      expect(endpoint.mounts, endpoint.name).toEqual(declared?.mounts);
    }
  });

  test('no two calls answer the same request', () => {
    const requests = mounted.map(({ endpoint, mount }) =>
      `${endpoint.method} ${prefixes[mount]}${endpoint.path}`.replaceAll(/\{\w+\}/g, '{}'),
    );
    expect(requests.filter((request, index) => requests.indexOf(request) !== index)).toEqual([]);
  });

  test('every call declares its access, with existing rights', () => {
    const named = (needs: unknown): string[] => (Array.isArray(needs) ? (needs as string[]) : []);
    for (const { title, access } of mounted) {
      expect(access, title).toBeTruthy();
      if (typeof access === 'string') continue;
      const rights = Array.isArray(access)
        ? named(access)
        : 'all' in access
          ? access.all
          : 'moves' in access
            ? Object.values(access.moves)
            : 'create' in access
              ? [...named(access.create), ...named(access.edit)]
              : [];
      if (Array.isArray(access) || 'moves' in access || 'all' in access)
        expect(rights.length, title).toBeGreaterThan(0);
      expect(
        rights.filter((right) => !isRight(right) && !isPlatformRole(right)),
        title,
      ).toEqual([]);
    }
  });

  test('only these calls work without a token', () => {
    const open = mounted
      .filter(({ access }) => access === 'public')
      .map(({ endpoint, mount }) => `${endpoint.name}@${mount}`);
    expect(open.sort()).toEqual([
      'acceptInvitation@root',
      // A signatory has no account: his link and a code by mail are the secret.
      'askSignatureCode@root',
      'confirmEmail@root',
      'confirmSignUp@root',
      'createFirstAdmin@root',
      'deviceStanding@root',
      'forgotPassword@root',
      // A revoked phone has no session: its own key is the secret (decision 93).
      'handOver@root',
      'handOverPiece@root',
      'readBadgeInfos@root',
      // Calendars have no session: the address is the secret.
      'readFeed@root',
      'readInvitation@root',
      'readLegalText@root',
      'readResetLink@root',
      'readSignUp@root',
      'readSignUpLink@root',
      'readSignature@root',
      'readSignaturePdf@root',
      'readVersion@root',
      // A platform has no session: it signs with the agency's secret.
      'receiveInvoiceEvent@root',
      'refreshToken@root',
      'refuseByLink@root',
      'resetPassword@root',
      'signByLink@root',
      'signIn@root',
      'signUp@root',
      'verifySignature@root',
    ]);
  });
});

/** Decision 28: a locked agency chooses its plan, orders and pays. */
const paying = [
  'bankDetails',
  'cardDetails',
  'changePlan',
  'confirmAgreement',
  'confirmPayment',
  'createPaymentCustomer',
  'deletePaymentMethod',
  'fillCart',
  'finishSetup',
  'fixPayments',
  'giveAddress',
  'list:agencyArticleOrder',
  'list:agencyInvoice',
  'list:agencyOffer',
  'listPaymentMethods',
  'orderSubscription',
  'pendingAgreement',
  'printAgencyInvoice',
  'read:agencyArticleOrder',
  'read:agencyInvoice',
  'read:agencyOffer',
  'readConfig',
  'readFreeTrial',
  'readPaymentIntent',
  'readSubscriptionAlerts',
  'readSubscriptions',
  'setDefaultPaymentMethod',
];

describe('a guard at work', () => {
  const named = (flag: 'whenLocked' | 'beforeEnrolment') =>
    allEndpoints.flatMap((endpoint) => (endpoint[flag] ? endpoint.name : [])).sort();

  test('is heard and answered although his agency is locked: only these calls stay open (C-020)', () => {
    expect(named('whenLocked').filter((name) => !paying.includes(name))).toEqual([
      'answer:alarm',
      'details:alarm',
      'enrolDevice',
      'fetchPack',
      'open:alarm',
      'readAgencyContact',
      'savePtiEvent',
      'sendEvent',
      'sendEvents',
      'sendFilePiece',
      'sendHeartbeat',
      'watchLive',
    ]);
  });

  test('and those with which the agency pays', () => {
    expect(named('whenLocked').filter((name) => paying.includes(name))).toEqual(paying);
  });

  test('is heard before he has set up his second factor: only these calls stay open', () => {
    expect(named('beforeEnrolment')).toEqual([
      'savePtiEvent',
      'sendEvent',
      'sendEvents',
      'sendFilePiece',
      'sendHeartbeat',
    ]);
  });
});

const closed = mounted.filter(({ access }) => access !== 'public');
const params = {
  year: '2027',
  id: crypto.randomUUID(),
  actionId: crypto.randomUUID(),
  offerId: crypto.randomUUID(),
  answerId: crypto.randomUUID(),
  field: 'x',
  payment: crypto.randomUUID(),
  key: 'x',
  kind: 'agent',
  to: 'agents',
  token: 'x',
  status: '200',
  type: 'archive',
  messageType: 'service-step',
  uuid: crypto.randomUUID(),
  ...pathIds,
};

describe('without a token', () => {
  test.each(closed)('$title answers 401 JWT Token not found', async ({ endpoint, mount }) => {
    const answer = await anonymous.answer(endpoint, { mount, params });
    expect(answer).toMatchObject({ status: 401, body: { code: 401, message: 'JWT Token not found' } });
  });
});

describe('without the right', () => {
  const guarded = allEndpoints
    .flatMap(actsOf)
    .filter(({ mount, access }) => (mount === 'agency' || mount === 'agent') && Array.isArray(access));
  test.each(guarded)(
    '$name on $mount answers 403 and names the right',
    async ({ endpoint, mount, access, request }) => {
      const right = (access as readonly Right[])[0] as Right;
      const asked = await request({ world: here, mount, person: people.powerless, where: 'own', fresh: false });
      const answer = await as('powerless').answer(endpoint, { mount, ...asked });
      expect(answer).toMatchObject({ status: 403, body: { code: 403, right, message: missingRight(right) } });
      expect(answer.body.message).toMatch(/^Vous ne bénéficiez pas de l'autorisation ".+"\.$/);
    },
  );
});

/** Paths of the references of a full draft. */
const referencesOf = (fields: Fields, prefix = ''): string[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    if (field.written !== 'form') return [];
    if (field.kind === 'ref' || field.kind === 'file') return [prefix + name];
    if (field.kind === 'refs' || field.kind === 'files') return [`${prefix}${name}.0`];
    if (!field.fields) return [];
    return referencesOf(field.fields, field.kind === 'lines' ? `${prefix}${name}.0.` : `${prefix}${name}.`);
  });

const endpointOf = (of: Entity, operation: Operation): Endpoint | undefined =>
  entityEndpoints(of).find((endpoint) => endpoint.entity?.operation === operation);

describe.each(writtenEntities.map((of) => [of.name, of] as const))('%s', (_, of) => {
  const { who, mount } = saverOf(of);
  const owner = as(who);
  const call = async (operation: Operation, options: object): Promise<Record<string, unknown>> =>
    (await owner.call(endpointOf(of, operation) as Endpoint, { mount, ...options })) as never;

  test('a draft of every field survives a round trip', async () => {
    const draft = fullDraft(of, await referToAny(setting('own')));
    const saved = (await call('save', { input: draft }))[of.name] as { id: string };
    expect(asDraft(of.fields, saved)).toEqual(masked(of.fields, draft));
    const read = (await call('read', { params: { id: saved.id } }))[of.name];
    expect(read).toEqual(saved);
    expect(rowSchema(of).parse(read)).toEqual(read);
    const again = (await call('save', { input: { ...(read as object) } }))[of.name] as { version: number };
    expect({ ...again, version: 1 }).toEqual({ ...(read as object), version: 1 });
  });

  // What agencies see of the platform's records is tested by their wall.
  test.skipIf(mount === 'platform')(
    "another agency's row is invisible to list, read, history, save and moves",
    async () => {
      const id = await rowOf(of, setting('foreign'));
      const before = await here.sql(`select * from ${of.table} where id = $1`, [id]);
      const listed = (await call('list', { input: { limit: 5_000 } }))[of.plural] as {
        id: string;
        agency_id: string;
      }[];
      expect(listed.length).toBeGreaterThan(0);
      expect(listed.map((row) => row.id)).not.toContain(id);
      const missing = { status: 404, body: { code: 404, message: of.missing } };
      const answer = async (operation: Operation, options: object): Promise<void> =>
        expect(await owner.answer(endpointOf(of, operation) as Endpoint, { mount, ...options })).toMatchObject(missing);
      await answer('read', { params: { id } });
      await answer('history', { params: { id } });
      await answer('save', { input: { id } });
      for (const type of Object.keys(of.machine?.moves ?? {})) await answer('act', { params: { id, type } });
      expect(await here.sql(`select * from ${of.table} where id = $1`, [id])).toEqual(before);
    },
  );

  test("a reference to another agency's row is refused on its field, like an unknown row", async () => {
    const draft = fullDraft(of, await referToAny(setting('foreign')));
    const answer = await owner.answer(endpointOf(of, 'save') as Endpoint, { mount, input: draft });
    // Of two owners a draft has one.
    const references = referencesOf(of.fields).filter((path) => draft[path.split('.')[0] as string] !== null);
    expect(answer.status).toBe(references.length > 0 ? 400 : 200);
    expect((answer.body.violations ?? []).map(({ path }: { path: string }) => path).sort()).toEqual(references.sort());
  });
});

describe('the document of the API', () => {
  const read = async (): Promise<unknown> => (await anonymous.inject({ method: 'GET', url: '/api/openapi.json' })).body;

  test('is valid OpenAPI 3.0', async () => {
    expect(openApiDocument.safeParse(await read()).error?.issues ?? []).toEqual([]);
  });

  test('contains every call once, with its parameters, and no others', async () => {
    const { paths } = openApiDocument.parse(await read());
    const named = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({ path, method, operation })),
    );
    expect(named.map(({ operation }) => operation.operationId).sort()).toEqual(
      mounted.map(({ endpoint, mount }) => `${endpoint.name}@${mount}`).sort(),
    );
    for (const { path, method, operation } of named) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      expect(
        operation.parameters.flatMap((parameter) => (parameter.in === 'path' ? parameter.name : [])),
        path,
      ).toEqual(inPath);
      // 3.0.3: a body of GET or DELETE has no meaning.
      if (method === 'get' || method === 'delete') expect(operation.requestBody, operation.operationId).toBeUndefined();
    }
  });

  test('routes of the server and of the document are the same', () => {
    for (const { endpoint, mount } of mounted) {
      const url = `/api${prefixes[mount]}${endpoint.path}`.replaceAll(/\{(\w+)\}/g, ':$1');
      expect(app.hasRoute({ method: endpoint.method, url }), `${endpoint.method} ${url}`).toBe(true);
    }
  });
});
