// The HTTP server: every call of the registry mounted in one loop, the screens beside it.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import fastifyStatic from '@fastify/static';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { allEndpoints } from '#core/endpoints.ts';
import { uploadLimit } from '#core/files/files.ts';
import type { Access, Mount } from '#core/kernel/endpoint.ts';
import { messages, Problem, wireMessages } from '#core/kernel/problem.ts';
import { canonicalPath } from '#core/paths.ts';
import { defaultTenant } from '#core/tenant.ts';
import type { Database } from '#server/db/database.ts';
import type { Environment } from '#server/environment.ts';
import { visibleTo } from '#server/files/holders.ts';
import { callerByLink } from '#server/files/links.ts';
import { scannerOf } from '#server/files/scanner.ts';
import { fileStoreOf } from '#server/files/stores.ts';
import { createJobs, type Pace } from '#server/jobs/queue.ts';
import type { Job } from '#server/jobs/registry.ts';
import { openHub } from '#server/live/hub.ts';
import { createMailer } from '#server/mail/mailer.ts';
import { receiveProviderEvents } from '#server/mail/provider-events.ts';
import { serveHealth } from '#server/operations/health.ts';
import { openLimits } from '#server/operations/limits.ts';
import { type Log, processLog } from '#server/operations/log.ts';
import { closePages, openMaintenance } from '#server/operations/maintenance.ts';
import { measure } from '#server/operations/metrics.ts';
import { stopInOrder } from '#server/operations/stop.ts';
import { openTracing } from '#server/operations/tracing.ts';
import { createVisits } from '#server/platform/visited.ts';
import type { People } from '#server/privacy/held.ts';
import { allHandlers, allJobs, allPages, allPeople } from '#server/product.ts';
import { networkDigest } from '#server/session/attempts.ts';
import { createAuthenticator } from '#server/session/authenticate.ts';
import { headOf, servePictures } from '#server/tenant/pages.ts';
import { openTenants, type Tenants } from '#server/tenant/tenants.ts';
import { productVersion } from '#server/version.ts';
import { readBody } from './body.ts';
import type { Handler, Services } from './call.ts';
import { headersFor, policyFor } from './headers.ts';
import { settled } from './later.ts';
import { openApi } from './openapi.ts';
import { problemOf } from './problems.ts';
import { callerOf, type Guards, mountRoute } from './route.ts';
import { isUuid, uuidv7 } from './uuid.ts';

const root = join(import.meta.dirname, '../..');

export interface AppOptions {
  environment: Environment;
  database: Database;
  checkReplies?: boolean;
  /** Fixture calls of the kernel's own tests. */
  handlers?: Handler[];
  /** Fixture jobs of the queue's tests. */
  jobs?: readonly Job[];
  /** For tests with their own entities. */
  people?: People;
  /** Tests find dead workers sooner. */
  pace?: Partial<Pace>;
  /** Default: stderr, at the level of the environment. */
  log?: Log;
}

const behind = new WeakMap<FastifyInstance, Services>();

/** The services of a server. */
export const servicesOf = (app: FastifyInstance): Services => behind.get(app) as Services;

export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { environment, database } = options;
  const log = options.log ?? processLog(environment.logLevel);
  const jobs = createJobs(database, options.jobs ?? allJobs, options.pace);
  const live = await openHub(database);
  const services: Services = {
    environment,
    database,
    jobs,
    mailer: createMailer({ environment, jobs }),
    files: fileStoreOf(environment),
    filesSeen: visibleTo,
    scan: scannerOf(environment.scannerUrl),
    live,
    maintenance: await openMaintenance(database, live.askVersion),
    tenants: await openTenants(environment, log),
    people: options.people ?? allPeople,
    log,
    tracing: await openTracing(environment.tracesUrl, productVersion),
  };
  const { authenticate, callerOf } = await createAuthenticator(services, services.live.forget);

  const headers = headersFor(environment.publicUrl);
  const app = Fastify({
    bodyLimit: 2 * 1024 * 1024,
    trustProxy: environment.trustProxy,
    exposeHeadRoutes: false,
    // Names that calls have beside their own.
    rewriteUrl: ({ url = '' }) => canonicalPath(url),
    logger: false,
    // A stop lets running calls finish and closes idle connections.
    forceCloseConnections: 'idle',
    genReqId: () => uuidv7(),
    // Paths that the router cannot read.
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply.headers(headers.api), services),
  });
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply.headers(headers.api), services));
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id));
  app.addHook('onResponse', async (request, reply) => {
    const { agencyId } = (request.params ?? {}) as { agencyId?: string };
    log.info('call', {
      id: request.id,
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      // Anybody can write this parameter: log it only if it is a UUID.
      ...(agencyId && isUuid(agencyId) ? { agency: agencyId } : {}),
    });
  });
  app.setNotFoundHandler((request, reply) => {
    const { pathname } = new URL(request.url, 'http://host');
    // Somebody typed the address of a screen without its « # ».
    if (
      request.method === 'GET' &&
      /^\/[A-Za-z][\w/-]*$/.test(pathname) &&
      !/^\/(api|assets)(\/|$)/.test(pathname) &&
      request.headers.accept?.includes('text/html')
    )
      return reply.headers(headers.screens).redirect(`/#${pathname}`, 302);
    return reply.headers(headers.api).status(404).send(new Problem('missing', 'Route inexistante').toJSON());
  });
  // Level 4: costs a fraction of a millisecond, saves much on a weak network.
  await app.register(compress, {
    threshold: 2_048,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });

  const existing = new Set<string>();
  const agencyExists = async (id: string): Promise<boolean> => {
    if (existing.has(id)) return true;
    const { rowCount } = await database.platform.query('select 1 from agencies where id = $1', [id]);
    if (rowCount) existing.add(id);
    return rowCount === 1;
  };
  const limits = await openLimits(database, environment.rateLimit);
  const byLink: Guards['byLink'] = (path, query) =>
    callerByLink(environment.secret, callerOf, { path, query, now: Date.now() });
  const checkReplies = options.checkReplies ?? false;
  const noteVisit = createVisits(database);
  const guards: Guards = { services, limits, authenticate, byLink, agencyExists, noteVisit, checkReplies };
  const handlers = options.handlers ?? allHandlers;
  // Before the server waits for its connections: an event stream never ends by itself.
  app.addHook('preClose', services.live.close);
  app.addHook('onClose', async () => {
    limits.close();
    services.maintenance.close();
    services.tenants.close();
    await settled();
    await jobs.stop();
    await services.tracing?.close();
  });
  await app.register(
    async (api) => {
      api.addHook('onRequest', async (_request, reply) => void reply.headers(headers.api));
      api.removeAllContentTypeParsers();
      api.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request: unknown, body: string) =>
        readBody(body),
      );
      await api.register(multipart, { limits: { files: 100, fields: 0, fileSize: uploadLimit + 1 } });
      for (const handler of handlers) {
        for (const [mount, access] of Object.entries(handler.endpoint.mounts) as [Mount, Access][])
          mountRoute(api, handler, mount, access, guards);
      }
      // A third of the start-up time: build the document on the first request.
      let document: ReturnType<typeof openApi> | null = null;
      const apiDocument = (): ReturnType<typeof openApi> => {
        document ??= openApi(allEndpoints, {
          title: defaultTenant.name,
          version: productVersion,
          url: `${environment.publicUrl}/api`,
        });
        return document;
      };
      receiveProviderEvents(api, services, limits);
      // Otherwise an unknown path would be looked up among the files of the screens.
      api.get('/*', async (_request, reply) => reply.callNotFound());
      api.get('/openapi.json', async ({ hostname }) => ({
        ...apiDocument(),
        info: { title: services.tenants.of(hostname).tenant.name, version: productVersion },
      }));
    },
    { prefix: '/api' },
  );
  stopInOrder(app);
  serveHealth(app, database, productVersion);
  measure(app, services);
  await app.register(async (pages) => {
    closePages(pages, services.maintenance, services.tenants);
    for (const serve of allPages) serve(pages, services, limits);
  });
  await serveScreens(app, services.tenants, environment, headers.screens);
  await jobs.start(services);
  behind.set(app, services);
  return app;
}

function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { log, environment }: Services,
): FastifyReply {
  const { id } = request;
  const problem = problemOf(error);
  if (problem) {
    if (isRefusal(problem))
      log.refused('call', {
        id,
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: problem.status,
        right: problem.details.right,
        user: callerOf(request)?.userId,
        network: networkDigest(environment.secret, request.ip),
      });
    if (problem.details.retryAfter) reply.header('retry-after', problem.details.retryAfter);
    return reply.status(problem.status).send(problem.toJSON());
  }
  // The client left before the answer was written.
  if ((error as { code?: string }).code !== 'ERR_STREAM_PREMATURE_CLOSE') log.failed('call', error, { id });
  return reply.status(500).send({ code: 500, message: messages.unexpected });
}

/** Not an expired token: every session meets one four times an hour. */
const isRefusal = ({ status, message }: Problem): boolean =>
  status === 403 || status === 429 || (status === 401 && message !== wireMessages.expiredToken);

async function serveScreens(
  app: FastifyInstance,
  tenants: Tenants,
  { publicUrl, demo }: Pick<Environment, 'publicUrl' | 'demo'>,
  headers: Record<string, string>,
): Promise<void> {
  servePictures(app, tenants, headers);
  const dist = join(root, 'dist');
  const page = await readFile(join(dist, 'index.html'), 'utf8').catch(() => null);
  if (page === null) return;
  await app.register(fastifyStatic, {
    root: dist,
    index: false,
    preCompressed: true,
    // Names under assets/ carry the hash of their content.
    setHeaders: (reply, path) =>
      void reply.headers({
        ...headers,
        'cache-control': path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      }),
  });
  app.get('/', async (request, reply) => {
    const branded = tenants.of(request.hostname);
    return reply
      .headers({
        ...headers,
        'content-security-policy': policyFor(publicUrl, branded.tenant.mapTiles),
        'cache-control': 'no-cache',
      })
      .type('text/html; charset=utf-8')
      .send(page.replace('<!--tenant-->', () => headOf(branded, demo)));
  });
}
