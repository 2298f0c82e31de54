// One call mounted under one prefix: guards, transaction, idempotency, reply.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod';
import { type Access, type Endpoint, isActKey, isRead, type Mount, nothing, prefixes } from '#core/kernel/endpoint.ts';
import { Problem, wireMessages } from '#core/kernel/problem.ts';
import { violationsOf } from '#core/kernel/schema.ts';
import { nobody } from '#server/db/context.ts';
import type { Db } from '#server/db/database.ts';
import type { Limits } from '#server/operations/limits.ts';
import type { Step } from '#server/operations/tracing.ts';
import { type Call, type Caller, FileReply, type Handler, RawJson, type Services } from './call.ts';
import { filesOf, sendFile } from './files.ts';
import { claim, requestHash, type StoredReply, storeReply } from './idempotency.ts';
import { later } from './later.ts';
import {
  callerIn,
  type PathParams,
  permit,
  permitSave,
  permitUnreadSave,
  refuseUnenrolled,
  type Scoped,
} from './scope.ts';

export interface Guards {
  services: Services;
  limits: Limits;
  authenticate(authorization: string | undefined): Promise<Caller>;
  byLink(path: PathParams, query: Readonly<Record<string, unknown>>): Promise<Caller>;
  /** Platform staff may use any agency; an unknown one is a 404. */
  agencyExists(id: string): Promise<boolean>;
  /** The history of an agency names the staff of the platform who come. */
  noteVisit(caller: Caller, agency: string): Promise<void>;
  /** Tests check every reply against its declared output. */
  checkReplies: boolean;
}

/** Anybody may send these: none is as long as a form. */
const longestPublicBody = 64 * 1_024;

interface Known {
  caller: Caller | null;
  scoped: Scoped;
}

const anonymous: Scoped = { profile: null, asker: { platform: null, profile: null }, context: nobody };

const known = new WeakMap<FastifyRequest, Known>();

const callers = new WeakMap<FastifyRequest, Caller>();
/** Whoever was recognised, even if the call was then refused. */
export const callerOf = (request: FastifyRequest): Caller | undefined => callers.get(request);

/** Database queries of a call belong to its span. */
const steps = new WeakMap<FastifyRequest, Step>();
const endStep = async (request: FastifyRequest, { statusCode }: FastifyReply): Promise<void> =>
  steps.get(request)?.end({ 'http.response.status_code': statusCode }, statusCode >= 500);
const traced = <T>({ services: { tracing } }: Guards, request: FastifyRequest, work: () => T): T => {
  const step = steps.get(request);
  return tracing && step ? tracing.within(step, work) : work();
};

export function mountRoute(app: FastifyInstance, handler: Handler, mount: Mount, access: Access, guards: Guards): void {
  const { endpoint } = handler;
  app.route({
    method: endpoint.method,
    ...(endpoint.streams ? { compress: false } : {}),
    ...(endpoint.longestBody || access === 'public' ? { bodyLimit: endpoint.longestBody ?? longestPublicBody } : {}),
    url: (prefixes[mount] + endpoint.path).replaceAll(/\{(\w+)\}/g, ':$1'),
    // Before the body is read: 401, then 403.
    onRequest: async (request) => {
      const { tracing } = guards.services;
      const route = request.routeOptions.url ?? '';
      // Do not trace streams: they stay open as long as the page.
      if (tracing && !endpoint.streams)
        steps.set(
          request,
          tracing.begin(`${endpoint.method} ${route}`, {
            'http.request.method': endpoint.method,
            'http.route': route,
            'vigie.call': endpoint.name,
            'vigie.request': request.id,
          }),
        );
      known.set(request, await traced(guards, request, () => recognise(request, endpoint, mount, guards)));
    },
    ...(guards.services.tracing ? { onResponse: endStep } : {}),
    handler: async (request, reply) => {
      const { caller, scoped } = known.get(request) as Known;
      permitSave(access, scoped, request.body);
      // Otherwise an unexpected multipart body would count as no body.
      if (endpoint.body !== 'files' && request.isMultipart()) throw new Problem('invalid', 'Demande illisible');
      const answered = await traced(guards, request, () => run(handler, request, caller, scoped, guards));
      // A refused call has shown nobody.
      if (endpoint.visits && caller)
        await guards.noteVisit(caller, (request.params as { id: string }).id.toLowerCase());
      return answered instanceof FileReply ? sendFile(reply, answered) : send(reply, answered);
    },
    // The missing right comes before the unreadable body.
    errorHandler: (error, request, reply) => {
      const held = known.get(request);
      let reported: unknown = error;
      try {
        if (held && request.body === undefined) permitUnreadSave(access, held.scoped);
      } catch (refused) {
        reported = refused;
      }
      return app.errorHandler(reported as Error, request, reply);
    },
  });
}

async function recognise(request: FastifyRequest, endpoint: Endpoint, mount: Mount, guards: Guards): Promise<Known> {
  const access = endpoint.mounts[mount] as Access;
  const { limits } = guards;
  const { maintenance } = guards.services;
  if (access === 'public') {
    limits.network(request.ip);
    if (!endpoint.duringMaintenance) maintenance.refuse(new Date());
    return { caller: null, scoped: anonymous };
  }
  const params = (request.params ?? {}) as PathParams;
  const query = (request.query ?? {}) as Record<string, unknown>;
  const { authorization } = request.headers;
  const byLink = endpoint.linked && authorization === undefined && query.key !== undefined;
  const asked = byLink ? guards.byLink(params, query) : guards.authenticate(authorization);
  const caller = await asked.catch((refused: unknown) => {
    limits.network(request.ip);
    throw refused;
  });
  callers.set(request, caller);
  limits.session(caller.sessionId, endpoint.weight);
  // Platform staff look whether everything works again; before any refusal that might not hold afterwards.
  if (!caller.platform && !endpoint.duringMaintenance) maintenance.refuse(new Date());
  // What a guard at work sends is open too. The calls of everybody are of one's own account; others ask by themselves.
  if (!endpoint.beforeEnrolment && (mount !== 'root' || access !== 'signedIn')) refuseUnenrolled(caller);
  const scoped = callerIn(caller, mount, params, endpoint);
  // Platform staff are exempt (C-019).
  const locked = caller.platform ? null : scoped.profile?.locked;
  if (locked != null && !endpoint.whenLocked) throw new Problem('forbidden', locked, { locked: true });
  permit(access, scoped, params);
  const { agency } = scoped.context;
  if (agency && !scoped.profile) {
    if (!(await guards.agencyExists(agency))) throw new Problem('missing', 'Agence introuvable');
    if (mount === 'agency') await guards.noteVisit(caller, agency);
  }
  return { caller, scoped };
}

const turns = new Map<string, Promise<unknown>>();

/** Runs after those of the same name in this process; the others wait at the idempotency key. */
async function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  const turn = (turns.get(name) ?? Promise.resolve()).then(work, work);
  turns.set(name, turn);
  try {
    return await turn;
  } finally {
    if (turns.get(name) === turn) turns.delete(name);
  }
}

/** Runs the call, then its work for after the commit. */
async function run(
  handler: Handler,
  request: FastifyRequest,
  caller: Caller | null,
  scoped: Scoped,
  guards: Guards,
): Promise<StoredReply | FileReply> {
  const left: (() => Promise<void>)[] = [];
  const doing = () => perform(handler, request, caller, scoped, guards, (work) => void left.push(work));
  const key = request.headers['idempotency-key'];
  // What takes long is prepared once at a time for one act: a retry that comes too early would compete with it.
  const answered = await (handler.before && caller && typeof key === 'string'
    ? inTurn(`${caller.userId} ${key}`, doing)
    : doing());
  for (const work of left) later(work, guards.services.log);
  return answered;
}

async function perform(
  handler: Handler,
  request: FastifyRequest,
  caller: Caller | null,
  scoped: Scoped,
  guards: Guards,
  afterCommit: Call['afterCommit'],
): Promise<StoredReply | FileReply> {
  const { endpoint } = handler;
  const { database } = guards.services;
  const parsed = parse(endpoint, request);
  const call = (db: Db): Call => ({
    caller,
    ...scoped,
    ...parsed,
    db,
    services: guards.services,
    now: new Date(),
    host: guards.services.tenants.of(request.hostname).host,
    source: { ip: request.ip, userAgent: request.headers['user-agent'] ?? null },
    afterCommit,
    files: () => filesOf(request),
  });
  const reading: Db = { query: (statement) => database.read(scoped.context, statement) };
  // Its refusal waits for the idempotency key: a retry is answered as the first time, whatever changed since.
  const preparing = await Promise.allSettled(handler.before ? [handler.before(call(reading))] : []);
  const done = async (db: Db): Promise<unknown> => {
    const [prepared] = preparing;
    if (prepared?.status === 'rejected') throw prepared.reason;
    return handler.work(call(db), prepared?.value);
  };
  const work = async (db: Db): Promise<StoredReply> => written(await done(db), endpoint, guards.checkReplies);
  const file = async (db: Db): Promise<FileReply> => (await done(db)) as FileReply;
  if (!caller) return endpoint.binary ? database.platformTransaction(file) : database.platformTransaction(work);
  if (endpoint.binary) return file(reading);
  if (isRead(endpoint)) return work(reading);
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || endpoint.repeatable) return database.transaction(scoped.context, work);
  if (!isActKey(key)) throw new Problem('invalid', "Clé d'idempotence invalide");
  const hash = requestHash(
    request.method,
    request.url,
    endpoint.body === 'files' ? request.headers['content-length'] : request.body,
    scoped.asker,
  );
  return database.transaction(scoped.context, async (db) => {
    const stored = await claim(db, caller.userId, key, hash);
    if (stored) return stored;
    const made = await work(db);
    await storeReply(db, caller.userId, key, made);
    return made;
  });
}

function parse(endpoint: Endpoint, request: FastifyRequest): { params: never; input: never } {
  const {
    agencyId: _agency,
    agentId: _agent,
    customerId: _customer,
    ...own
  } = request.params as Record<string, string>;
  const raw: Record<string, unknown> = { ...(request.query as object), ...own };
  // Entity saves check their draft themselves: a missing row comes before an invalid field.
  const ownCheck = endpoint.entity?.operation === 'save';
  const params = Object.keys(raw).length === 0 ? endpoint.params.safeParse(undefined) : endpoint.params.safeParse(raw);
  const settled = params.success || Object.keys(raw).length > 0 ? params : endpoint.params.safeParse(raw);
  const input = ownCheck ? { success: true as const, data: request.body } : readInput(endpoint, request.body);
  const violations = [
    ...(settled.success ? [] : violationsOf(settled.error, raw)),
    ...(input.success ? [] : violationsOf(input.error, request.body)),
  ];
  if (violations.length > 0 || !settled.success || !input.success) {
    // The specification's message for missing parameters.
    const onlyMissing = violations.every((violation) => violation.message === 'Obligatoire');
    throw new Problem('invalid', onlyMissing ? wireMessages.missingParameters : (violations[0]?.message ?? ''), {
      violations,
    });
  }
  return { params: settled.data as never, input: input.data as never };
}

const isEmpty = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && !Array.isArray(body) && Object.keys(body).length === 0;

/** Many clients send an empty object with every POST: to a call without input it says as little as no body. */
export const readInput = (endpoint: Endpoint, body: unknown): z.ZodSafeParseResult<unknown> =>
  endpoint.input.safeParse(
    body === undefined ? defaultBody(endpoint) : endpoint.input === nothing && isEmpty(body) ? undefined : body,
  );

/** A call with only optional inputs may come without a body. */
const defaultBody = (endpoint: Endpoint): unknown => (endpoint.input.safeParse(undefined).success ? undefined : {});

function written(answer: unknown, endpoint: Endpoint, check: boolean): StoredReply {
  if (answer === undefined) return { status: 204, reply: null };
  if (answer instanceof RawJson) {
    if (check) endpoint.output.parse(JSON.parse(answer.text));
    return { status: 200, reply: answer.text };
  }
  // Handlers build these answers by hand: parsing drops undeclared fields.
  return { status: 200, reply: JSON.stringify(endpoint.output.parse(answer)) };
}

function send(reply: FastifyReply, answered: StoredReply): FastifyReply {
  reply.status(answered.status);
  if (answered.reply === null) return reply.send();
  return reply.type('application/json; charset=utf-8').send(answered.reply);
}
