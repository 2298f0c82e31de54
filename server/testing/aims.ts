// Every route with a person who passes its guards, so that the input itself is checked; and the shape of a refusal.
import type { InjectOptions } from 'fastify';
import * as z from 'zod';
import { allEndpoints } from '#core/endpoints.ts';
import { prefixes } from '#core/kernel/endpoint.ts';
import { wireMessages } from '#core/kernel/problem.ts';
import { allRights, type Right } from '#core/rights.ts';
import type { Answer, Client } from './client.ts';
import type { Person } from './people.ts';
import { type Act, actsOf } from './requests.ts';
import type { World } from './world.ts';

export interface Aim {
  title: string;
  act: Act;
  /** Null: anybody. */
  person: Person | null;
  /** The path with its prefix. */
  pattern: string;
  client: Client;
  params: Record<string, string>;
  /** A valid input, to be corrupted. */
  input: Record<string, unknown>;
}

export const urlOf = ({ pattern, params }: Pick<Aim, 'pattern' | 'params'>): string =>
  pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');

export const send = ({ act, client, ...aim }: Aim, request: Partial<InjectOptions>): Promise<Answer> =>
  client.inject({ method: act.endpoint.method, url: urlOf(aim), ...request });

/** The valid input, if the call takes one. */
export const validPayload = ({ act, input }: Aim): { payload?: Record<string, unknown> } =>
  act.endpoint.input instanceof z.ZodUndefined ? {} : { payload: input };

export async function aimsOf(world: World): Promise<Aim[]> {
  const { agency, customer, people } = world;
  const everyRight = allRights.map(({ key }) => key);
  const contact = await world.hire('interlocuteur', { of: 'azur', customer: true, rights: everyRight });
  // Leave out acts that nobody may do.
  const acts = allEndpoints.flatMap(actsOf).filter(({ access }) => access !== null);
  // All rights of the own path, and none of the agency.
  const ownRights = acts.flatMap(({ mount, access }) => (mount === 'agent' && Array.isArray(access) ? access : []));
  const guard = await world.hire('agent-de-tous-droits', {
    of: 'azur',
    plannable: true,
    rights: [...new Set(ownRights)] as Right[],
  });
  const callerOf = ({ mount, access }: Act): Person | null => {
    if (access === 'public') return null;
    if (mount === 'customer') return contact;
    if (mount === 'agent') return guard;
    if (mount === 'platform') return people.superAdmin;
    return mount === 'root' && access !== 'signedIn' ? people.superAdmin : people.owner;
  };
  const ids = { agencyId: agency.id, agentId: guard.profile?.id as string, customerId: customer.id };
  const aims = await Promise.all(
    acts.map(async (act): Promise<Aim> => {
      const { mount, endpoint, name } = act;
      const person = callerOf(act);
      const request = await act.request({ world, mount, person, where: 'own', fresh: false });
      return {
        title: `${name} on ${mount}`,
        act,
        person,
        pattern: `/api${prefixes[mount]}${endpoint.path}`,
        client: person ? world.as(person) : world.anonymous,
        params: { ...ids, ...request.params },
        input: (request.input ?? {}) as Record<string, unknown>,
      };
    }),
  );
  // Open all sessions before anything is counted.
  await Promise.all(aims.map(({ client }) => client.inject({ method: 'GET', url: '/api/version' })));
  return aims;
}

/** One aim per route, with any of its acts. */
export const routesOf = (aims: Aim[]): Aim[] =>
  aims.filter(
    ({ act }, index) =>
      aims.findIndex(({ act: { endpoint, mount } }) => endpoint === act.endpoint && mount === act.mount) === index,
  );

const english =
  /\b(the|is|of|to|expected|received|invalid|input|must|unexpected|not|required|body|error|too|unrecognized)\b/i;

/** Messages in English (wire.md). */
export const wire: ReadonlySet<string> = new Set(Object.values(wireMessages));

/** The faults of an answer that must be a refusal; one line, or none. */
export function faults({ status, body }: Answer, attack: string, statuses?: readonly number[]): string[] {
  const messages = [body?.message, ...(body?.violations ?? []).map(({ message }: { message: string }) => message)];
  const isRefusal = statuses ? statuses.includes(status) : status >= 400 && status < 500;
  const isFrench = messages.every((message) => wire.has(message) || (message && !english.test(message)));
  if (isRefusal && isFrench && body.code === status) return [];
  return [`${attack}: ${status} ${JSON.stringify(body)?.slice(0, 300)}`];
}

/** Earlier mails are sent during the calls, so only the number of these rows is compared. */
const sentInBackground: ReadonlySet<string> = new Set(['emails', 'platform_emails']);

/**
 * Of every table the number of its rows and its last writing transaction: no write leaves both as they were. Without the
 * counters of failed sign-ins.
 */
export async function everythingIn({ database, sql }: World): Promise<Record<string, string>> {
  const tables = await tablesOf(sql);
  const last = (name: string): string =>
    sentInBackground.has(name) ? '' : ` || ' ' || coalesce(max(t.xmin::text::bigint), 0)`;
  const state = (name: string): string =>
    `(select count(*)${last(name)} from ${name} t${name === 'audit' ? ' where user_id is not null' : ''})::text as ${name}`;
  // Planning two hundred subqueries takes longer than running them.
  const statement = { name: 'everything', text: `select ${tables.map(state).join(', ')}` };
  return (await database.platform.query<Record<string, string>>(statement)).rows[0] as Record<string, string>;
}

const tablesOf = async (sql: World['sql']): Promise<string[]> =>
  (
    await sql<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
        and relname not in ('migrations', 'sign_in_failures', 'email_events') order by relname`,
    )
  ).map(({ name }) => name);
