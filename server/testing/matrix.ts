// Every act × caller × owner of its object: the answer expected from rights and access, and the real one.
import type { FastifyInstance } from 'fastify';
import { revoke, rightSet, withNeeds } from '#core/grants.ts';
import { type Endpoint, prefixes } from '#core/kernel/endpoint.ts';
import { messages, wireMessages } from '#core/kernel/problem.ts';
import { allRights, missingRight, type Right, rightInfo } from '#core/rights.ts';
import { issueAccess } from '#server/session/tokens.ts';
import { hostileRuns } from './attacks.ts';
import { type Answer, clientOf } from './client.ts';
import type { Person, PersonProfile } from './people.ts';
import { type Act, actsOf, type Request, type Where } from './requests.ts';
import type { World } from './world.ts';

interface Who {
  label: string;
  /** 'acting': support acting for a profile. */
  token: 'none' | 'expired' | 'good' | 'acting';
  person: Person | null;
  rights: ReadonlySet<Right>;
  isOwner?: boolean;
  /** 1 support, 2 admin, 3 super-admin. */
  rank?: number;
}

interface Target {
  /** The owner of the path. */
  path: Where;
  object: Where;
}

interface Expectation {
  status: number;
  message?: string;
  right?: string;
}

const holds = (who: Who, right: Right): boolean => {
  const { only } = rightInfo(right);
  const rank = who.rank ?? 0;
  if (only === 'owner') return who.isOwner === true;
  if (only === 'platform') return rank >= 2;
  return rank >= 1 || who.isOwner === true || who.rights.has(right);
};

const ranks = { support: 1, admin: 2, superAdmin: 3 };
const notYours: Expectation = { status: 403, message: messages.notYours };

function isOnHisPath(mount: Act['mount'], who: Who, path: Where): boolean {
  const kind = who.person?.profile?.kind ?? null;
  if (mount === 'root') return true;
  if (mount === 'platform') return (who.rank ?? 0) >= 1;
  if (mount === 'agency') return (who.rank ?? 0) >= 1 || (kind === 'AGENCY' && path === 'own');
  return path === 'own' && kind === (mount === 'agent' ? 'AGENCY' : 'CUSTOMER');
}

/** wire.md, "Order of refusals". */
function expected(act: Act, who: Who, target: Target): Expectation {
  const { access } = act;
  if (access === 'public') return { status: act.status };
  if (who.token === 'none') return { status: 401, message: wireMessages.missingToken };
  if (who.token === 'expired') return { status: 401, message: wireMessages.expiredToken };
  if (!isOnHisPath(act.mount, who, target.path) || access === null) return notYours;
  if (access === 'owner' && !who.isOwner) return notYours;
  if (act.ofProfile && !who.person?.profile) return notYours;
  if (access === 'support' || access === 'admin' || access === 'superAdmin') {
    if ((who.rank ?? 0) < ranks[access]) return notYours;
  } else if (typeof access === 'object' && 'all' in access) {
    const lacked = access.all.find((right) => !holds(who, right));
    if (lacked) return { status: 403, message: missingRight(lacked), right: lacked };
  } else if (typeof access === 'object') {
    const rights = access as readonly Right[];
    const [first] = rights;
    if (first && !rights.some((right) => holds(who, right)))
      return { status: 403, message: missingRight(first), right: first };
  }
  const visible = act.sees === 'all' || (act.sees === 'own' && target.object === target.path);
  return { status: visible ? act.status : 404 };
}

/** Foreign paths, then foreign objects on the own path. */
function allTargetsOf({ mount, others }: Act): Target[] {
  const paths: Where[] =
    mount === 'root' || mount === 'platform'
      ? ['own']
      : mount === 'agency'
        ? ['own', 'foreign']
        : ['own', 'neighbour', 'foreign'];
  return [
    ...paths.map((path) => ({ path, object: path })),
    ...others.map((object): Target => ({ path: 'own', object })),
  ];
}

const isOfPlatform = ({ access }: Act): boolean =>
  access === 'support' ||
  access === 'admin' ||
  access === 'superAdmin' ||
  (Array.isArray(access) && (access as readonly Right[]).some((right) => rightInfo(right).only === 'platform'));

/**
 * The owner and each rank of the platform's staff may do everything in an agency: a call that is not the platform's, nor the
 * owner's alone, is asked by one of the four in turn.
 */
function isItsTurn(act: Act, { rank, isOwner, token }: Who): boolean {
  if (!rank && !(isOwner && token === 'good')) return true;
  if (hostileRuns > 20 || act.mount === 'root' || act.access === 'owner' || isOfPlatform(act)) return true;
  return act.name.length % 4 === (rank ?? 0);
}

/**
 * Every caller asks for what is his. What is not his is asked for by those who could be let through by mistake, not by
 * those refused before the path is looked at.
 */
function targetsOf(act: Act, who: Who): Target[] {
  const [own, ...others] = allTargetsOf(act) as [Target, ...Target[]];
  if (!isItsTurn(act, who)) return [];
  if (who.token === 'none' || who.token === 'expired') return [own];
  return [own, ...others];
}

const everyRight = allRights.map(({ key }) => key);

/** Created once per world: people with exactly one right and its needs, and people with all rights but one. */
const hired = new WeakMap<World, Map<string, Promise<Person>>>();
function hireOnce(world: World, name: string, rights: Right[], customer: boolean): Promise<Person> {
  const people = hired.get(world) ?? new Map<string, Promise<Person>>();
  hired.set(world, people);
  const person =
    people.get(name) ?? world.hire(name, customer ? { of: 'azur', customer: true, rights } : { of: 'azur', rights });
  people.set(name, person);
  return person;
}

async function whoMayAsk(world: World, act: Act): Promise<Who[]> {
  const { people } = world;
  const none = new Set<Right>();
  const who: Who[] = [
    { label: 'anonymous', token: 'none', person: null, rights: none },
    { label: 'expired token', token: 'expired', person: people.owner, rights: none, isOwner: true },
    { label: 'agent', token: 'good', person: people.agent, rights: new Set(rightSet('collaborator')) },
    { label: 'customer', token: 'good', person: people.customer, rights: new Set(rightSet('customer')) },
    { label: 'staff without any right', token: 'good', person: people.powerless, rights: none },
    { label: 'owner', token: 'good', person: people.owner, rights: none, isOwner: true },
    { label: 'support', token: 'good', person: people.support, rights: none, rank: 1 },
    { label: 'admin', token: 'good', person: people.admin, rights: none, rank: 2 },
    { label: 'super-admin', token: 'good', person: people.superAdmin, rights: none, rank: 3 },
    // Outside an agency he acts as himself, so that he can switch back; inside he has only the profile.
    act.mount === 'root'
      ? { label: 'acting support', token: 'acting', person: people.support, rights: none, rank: 1 }
      : {
          label: 'support acting for staff without any right',
          token: 'acting',
          person: people.powerless,
          rights: none,
        },
  ];
  if (typeof act.access !== 'object' || act.access === null) return who;
  // Of several rights that are all needed, each alone is refused, and so are all the others without one of them.
  const every = 'all' in act.access ? act.access.all : null;
  const rights = every ?? (act.access as readonly Right[]);
  const allBut = rights.reduce((held, right) => revoke(held, right), new Set(everyRight));
  for (const customer of [false, true]) {
    const kind = customer ? 'contact' : 'staff';
    const isOnForeignPath = customer ? act.mount === 'agency' || act.mount === 'agent' : act.mount === 'customer';
    const add = async (label: string, held: Set<Right>): Promise<void> => {
      const person = await hireOnce(world, `${kind}-${label.replaceAll(' ', '-')}`, [...held], customer);
      who.push({ label: `${kind} ${label}`, token: 'good', person, rights: held });
    };
    // No right opens the path of the other kind.
    if (isOnForeignPath) {
      await add('with all rights', new Set(everyRight));
      continue;
    }
    for (const right of rights) await add(`with ${right} and its needs`, withNeeds([right]));
    if (every) {
      await add(`with ${every.join(' and ')}`, withNeeds([...every]));
      for (const right of every) await add(`with all but ${right}`, new Set(revoke(new Set(everyRight), right)));
    } else await add(`with all but ${rights.join(' and ')}`, allBut);
  }
  return who;
}

interface Ids {
  agencyId: string;
  agentId: string;
  customerId: string;
}

function pathIds(
  world: World,
  person: Person | null,
  path: Where,
  neighbours: Pick<Ids, 'agentId' | 'customerId'>,
): Ids {
  const { people } = world;
  if (path === 'foreign')
    return {
      agencyId: world.otherAgency.id,
      agentId: people.foreignAgent.profile?.id as string,
      customerId: world.otherCustomer.id,
    };
  const own = {
    agentId: person?.profile?.kind === 'AGENCY' ? person.profile.id : (people.agent.profile?.id as string),
    customerId: world.customer.id,
  };
  return { agencyId: world.agency.id, ...(path === 'neighbour' ? neighbours : own) };
}

const differs = (answer: Answer, wanted: Expectation): boolean =>
  answer.status !== wanted.status ||
  (wanted.message !== undefined && answer.body.message !== wanted.message) ||
  (answer.status >= 400 && (answer.body.code !== answer.status || answer.body.right !== wanted.right));

/** Sessions are shared by all calls of the world: one per call made four thousand. */
const opened = new WeakMap<World, Map<string, string>>();
function tokensOf(world: World): Map<string, string> {
  const tokens = opened.get(world) ?? new Map<string, string>();
  opened.set(world, tokens);
  return tokens;
}

export interface Matrix {
  /** Number of compared answers. */
  compared: number;
  /** One sentence per unexpected answer. */
  surprises: string[];
}

/** `app`: another server than the world's. */
export async function compare(world: World, endpoint: Endpoint, app: FastifyInstance = world.app): Promise<Matrix> {
  const matrix: Matrix = { compared: 0, surprises: [] };
  const expiredToken = await issueAccess(
    world.environment.secret,
    { sub: world.people.owner.id, sid: (await world.sessionOf('owner')).id, as: null },
    new Date(Date.now() - 3_600_000),
  );
  const neighbours = {
    agentId: world.people.staff.profile?.id as string,
    customerId: await neighbourCustomer(world),
  };
  const tokens = tokensOf(world);
  const tokenOf = async (who: Who, act: Act, refused: boolean): Promise<string | null> => {
    if (who.token === 'none' || !who.person) return null;
    if (who.token === 'expired') return expiredToken;
    const key = `${who.person.id} ${who.token}`;
    const known = act.spendsSession || refused ? undefined : tokens.get(key);
    if (known) return known;
    const token = who.token === 'acting' ? await actingToken(world) : (await world.sessionOf(who.person)).token;
    if (!act.spendsSession) tokens.set(key, token);
    return token;
  };
  for (const act of actsOf(endpoint)) {
    const once = memoized<Request>();
    for (const who of await whoMayAsk(world, act)) {
      for (const target of targetsOf(act, who)) {
        const wanted = expected(act, who, target);
        const fresh = wanted.status < 400 && act.endpoint.method !== 'GET';
        const client = clientOf(app, null, (refused) => tokenOf(who, act, refused));
        const build = (): Promise<Request> =>
          act.request({
            world,
            mount: act.mount,
            person: who.person,
            where: target.object,
            fresh,
            ...(who.token === 'acting' ? { client } : {}),
          });
        const { params, ...request } = await (fresh ? build() : once(keyOf(act, who, target, wanted), build));
        const answer = await client.answer(act.endpoint, {
          mount: act.mount,
          params: { ...pathIds(world, who.person, target.path, neighbours), ...params },
          ...request,
        });
        matrix.compared += 1;
        if (differs(answer, wanted))
          matrix.surprises.push(
            `${act.name} on ${prefixes[act.mount] || '/'} by ${who.label}, path ${target.path}, object ${target.object}: ${JSON.stringify(wanted)} expected, ${answer.status} ${JSON.stringify(answer.body)} answered`,
          );
      }
    }
  }
  return matrix;
}

const memoized = <T>(): ((key: string, make: () => Promise<T>) => Promise<T>) => {
  const known = new Map<string, Promise<T>>();
  return (key, make) => {
    const value = known.get(key) ?? make();
    known.set(key, value);
    return value;
  };
};

/**
 * Requests that change nothing are shared: by all who are refused before the object is looked for, and by all readers of
 * a path on which rows are the same for everybody.
 */
function keyOf(act: Act, who: Who, target: Target, { status }: Expectation): string {
  if (status === 401 || status === 403) return `refused ${target.object}`;
  const isPersonal = act.ofCaller || act.mount === 'agent' || act.mount === 'customer';
  return `${isPersonal ? who.person?.id : ''} ${who.token === 'acting'} ${target.object}`;
}

async function actingToken({ environment, people, sessionOf, sql }: World): Promise<string> {
  const { id: sid } = await sessionOf('support');
  const profile = people.powerless.profile as PersonProfile;
  await sql('update sessions set acting_as = $2, acting_agency_id = $3 where id = $1', [
    sid,
    profile.id,
    profile.agencyId,
  ]);
  return issueAccess(environment.secret, { sub: people.support.id, sid, as: profile.id }, new Date());
}

const neighbourIds = new WeakMap<World, Promise<string>>();
function neighbourCustomer(world: World): Promise<string> {
  const id =
    neighbourIds.get(world) ??
    world
      .sql<{ id: string }>(
        `insert into customers (agency_id, id, name) values ($1, gen_random_uuid(), 'Voisin') returning id`,
        [world.agency.id],
      )
      .then(([row]) => row?.id as string);
  neighbourIds.set(world, id);
  return id;
}
