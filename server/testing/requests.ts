// Valid requests of every call: derived for entities and for calls without input, otherwise by an entry below.

import * as z from 'zod';
import { allEntities, entityNamed } from '#core/entities.ts';
import type { Access, Endpoint, Mount, Operation } from '#core/kernel/endpoint.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { type Move, removes } from '#core/kernel/machine.ts';
import { sealedFields } from '#core/kernel/sealed.ts';
import type { Right } from '#core/rights.ts';
import { needsOf } from '#core/roles.ts';
import { hashOf, oneTimeToken } from '#server/session/tokens.ts';
import { accountLines } from './account-requests.ts';
import { agentLines } from './agent-requests.ts';
import { askLines } from './ask-requests.ts';
import { billingLines } from './billing-requests.ts';
import type { CallOptions, Client } from './client.ts';
import { commercialLines } from './commercial-requests.ts';
import { completed, contractLines } from './contract-requests.ts';
import { documentLines } from './document-requests.ts';
import { fieldLines } from './field-requests.ts';
import { fileLines } from './file-requests.ts';
import { guideLines } from './guide-requests.ts';
import { handoutLines } from './handout-requests.ts';
import { importLines } from './import-requests.ts';
import { logbookLines } from './logbook-requests.ts';
import { mailLines } from './mail-requests.ts';
import { marketLines, quietBoard } from './market-requests.ts';
import { noteLines } from './note-requests.ts';
import { notificationLines } from './notification-requests.ts';
import { payLines } from './pay-requests.ts';
import { paymentLines } from './payment-requests.ts';
import type { Person } from './people.ts';
import { planningLines } from './planning-requests.ts';
import { platformLines } from './platform-requests.ts';
import { privacyLines } from './privacy-requests.ts';
import { reportLines } from './report-requests.ts';
import { roundLines } from './round-requests.ts';
import { issueInvoice, referTo, rowOf, workplaceOf } from './rows.ts';
import { safetyLines } from './safety-requests.ts';
import { minimalDraft } from './samples.ts';
import { sessionLines } from './session-requests.ts';
import { stockLines } from './stock-requests.ts';
import { subscriptionLines } from './subscription-requests.ts';
import { transferLines } from './transfer-requests.ts';
import { password, type World } from './world.ts';

/** The owner of the object: the caller, somebody of the same agency (hidden), or another agency. */
export type Where = 'own' | 'neighbour' | 'foreign';

export interface Setting {
  world: World;
  mount: Mount;
  /** Null: any person. */
  person: Person | null;
  /** The real caller, if he acts for the person. */
  client?: Client;
  where: Where;
  /** A separate row, to be changed; otherwise a shared one. */
  fresh: boolean;
}

export type Request = Pick<CallOptions, 'params' | 'query' | 'input' | 'headers'>;

/** One action of a call: a save creates or edits, a move is one of the machine's. */
export interface Act {
  name: string;
  endpoint: Endpoint;
  mount: Mount;
  /** Access of this action; null: nobody. */
  access: Exclude<Access, object> | readonly string[] | { all: readonly Right[] } | null;
  /** The status of a valid request. */
  status: number;
  /** Foreign objects it can name. */
  others: readonly Exclude<Where, 'own'>[];
  /** 'all': platform staff see it in every agency. 'none': hidden even from its caller. */
  sees: 'own' | 'all' | 'none';
  /** It ends or changes its own session. */
  spendsSession: boolean;
  /** It needs a profile of the caller. */
  ofProfile?: boolean;
  /** Only who made its object has it. */
  ofCaller?: boolean;
  request(setting: Setting): Promise<Request>;
}

export interface Line {
  request(setting: Setting): Promise<Request> | Request;
  status?: number;
  /** The entity of its object, with the same visibility. */
  of?: string;
  others?: readonly Exclude<Where, 'own'>[];
  sees?: Act['sees'];
  spendsSession?: true;
  ofProfile?: true;
  ofCaller?: true;
  /** The move that it makes, of a call that makes several. */
  move?: string;
  /** It needs the first of the rights that its call names; the others are for other requests. */
  first?: true;
}

const agencyOf = ({ world, where }: Setting) => (where === 'foreign' ? world.otherAgency : world.agency);

const byId = async (of: Entity, setting: Setting): Promise<Request> => ({ params: { id: await rowOf(of, setting) } });

type Part = Pick<Act, 'access' | 'request'> & { verb?: string; status?: number; others?: Act['others'] };

const parts: Record<Operation, (of: Entity, access: Access) => Part[]> = {
  list: (_, access) => [{ access: access as never, others: [], request: async () => ({ input: { limit: 1 } }) }],
  read: (of, access) => [{ access: access as never, request: (setting) => byId(of, setting) }],
  presence: (of, access) => [
    {
      access: access as never,
      request: async (setting) => ({ ...(await byId(of, setting)), input: { state: 'here' } }),
    },
  ],
  reveal: (of, access) => [
    {
      access: access as never,
      request: async (setting) => ({
        params: { id: await rowOf(of, setting), field: sealedFields(of)[0]?.[0] as string },
      }),
    },
  ],
  history: (of, access) => [{ access: access as never, request: (setting) => byId(of, setting) }],
  save: (of, access) => {
    const { create, edit } = access as { create: never; edit: never };
    const draft = async (setting: Setting) => {
      await quietBoard(of, setting);
      return minimalDraft(of, await referTo(of, setting));
    };
    return [
      { verb: 'create', access: create, others: [], request: async (setting) => ({ input: await draft(setting) }) },
      {
        verb: 'edit',
        access: edit,
        request: async (setting) => ({ input: { ...(await draft(setting)), id: await rowOf(of, setting) } }),
      },
    ];
  },
  act: (of, access) =>
    Object.entries((access as { moves: Record<string, Right> }).moves).map(([verb, right]) => ({
      verb,
      access: needsOf(right) as never,
      status: removes(of.machine?.moves[verb] as Move) ? 204 : 200,
      request: async (setting) => {
        const id = await rowOf(of, setting);
        if (setting.fresh) {
          const from = of.machine?.moves[verb]?.from[0];
          await setting.world.sql(`update ${of.table} set status = $2 where id = $1`, [id, from]);
          await prepared[`${of.name}:${verb}`]?.(id, setting);
        }
        return { params: { id, type: verb } };
      },
    })),
};

/** What a move needs besides the status. */
const prepared: Record<string, (id: string, setting: Setting) => Promise<unknown>> = {
  ...Object.fromEntries(
    // The product's own offers stay as they are.
    ['activate', 'deactivate', 'delete'].map((move) => [
      `agencyOffer:${move}`,
      (id: string, { world }: Setting) => world.sql('update subscription_offers set type = 300 where id = $1', [id]),
    ]),
  ),
  'agentContract:send': (id, setting) => completed('agent', id, setting, 'ada@roux.example'),
  'customerContract:send': (id, setting) => completed('customer', id, setting, 'ada@roux.example'),
  'invoice:sent': (id, setting) => issueInvoice(id, setting),
  'invoice:unsent': (id, setting) => issueInvoice(id, setting, ', sent = true'),
  // Of an announcement under way; withdrawn by the agency that gave it.
  'offerAnswer:accept': (id, { world }) =>
    world.sql('update market_offers set status = 100 where id = (select offer_id from market_answers where id = $1)', [
      id,
    ]),
  'offerAnswer:withdraw': (id, { world }) =>
    world.sql('update market_answers set agency_id = publisher_id, publisher_id = agency_id where id = $1', [id]),
  'stockReferenceAction:settle': (id, { world }) =>
    world.sql(`update stock_actions set effective_date = '2030-01-01' where id = $1`, [id]),
};

const profile = async (setting: Setting): Promise<string> => {
  const agents = allEntities.find(({ name }) => name === 'agent') as Entity;
  const id = await rowOf(agents, { ...setting, mount: 'agency' });
  await setting.world.sql('update agents set email = $2 where id = $1', [id, `${id}@vigie.example`]);
  return id;
};
const ofProfile = async (setting: Setting): Promise<Request> => ({ params: { id: await profile(setting) } });

async function invitationToken(setting: Setting): Promise<string> {
  const [token, id] = [oneTimeToken(), await profile({ ...setting, fresh: true })];
  await setting.world.sql(
    `insert into invitations (agency_id, id, profile_id, kind, email, hash, expires_at)
      values ($1, gen_random_uuid(), $2, 'AGENCY', $3, $4, now() + interval '1 day')`,
    [agencyOf(setting).id, id, `${id}@vigie.example`, hashOf(token)],
  );
  return token;
}

const ofInstruction: Line = {
  of: 'siteInstruction',
  request: (setting) => byId(entityNamed('siteInstruction'), setting),
};
const ofNote: Line = {
  of: 'informationNote',
  request: (setting) => byId(entityNamed('informationNote'), setting),
};
const ofSite: Line = { of: 'site', request: (setting) => byId(entityNamed('site'), setting) };

const lines: Record<string, Line> = {
  ...fieldLines,
  ...fileLines,
  ...sessionLines,
  // No brand of the test world has legal texts.
  readLegalText: { status: 404, request: () => ({ params: { text: 'privacy' } }) },
  switchProfile: {
    others: ['foreign'],
    sees: 'all',
    spendsSession: true,
    request: async (setting) => ({ input: { userCompany: { id: await profile(setting) } } }),
  },
  chooseMapTiles: { request: () => ({ input: { host: '*', provider: 'ign' } }) },
  createAgency: { request: () => ({ input: { name: 'Agence nouvelle' } }) },
  lockAgency: {
    others: ['foreign'],
    sees: 'all',
    request: (setting) => ({ params: { id: agencyOf(setting).id }, input: { message: null } }),
  },
  listAgencies: { request: () => ({ input: {} }) },
  listProfiles: {
    others: ['foreign'],
    sees: 'all',
    request: (setting) => ({ params: { id: agencyOf(setting).id }, input: {} }),
  },
  disconnectAgent: { others: ['foreign'], request: ofProfile },
  readRights: { others: ['foreign'], request: ofProfile },
  saveRights: {
    others: ['foreign'],
    request: async (setting) => ({ ...(await ofProfile(setting)), input: { rights: {} } }),
  },
  applyRightsSet: {
    of: 'rightsSet',
    request: async (setting) => ({ ...(await byId(entityNamed('rightsSet'), setting)), input: { version: 1 } }),
  },
  invite: { others: ['foreign'], request: ofProfile },
  inviteAll: {
    others: ['foreign'],
    request: async (setting) => ({ input: { ids: [((await ofProfile(setting)).params as { id: string }).id] } }),
  },
  readInvitation: { request: async (setting) => ({ params: { token: await invitationToken(setting) } }) },
  acceptInvitation: {
    request: async (setting) => ({ params: { token: await invitationToken(setting) }, input: { password } }),
  },
  watchLive: { status: 200, request: () => ({ query: { seconds: '0' } }) },
  searchRecords: { request: () => ({ input: { query: 'ma' } }) },
  fetchAddresses: { request: () => ({ input: { query: 'nice' } }) },
  sitePositions: { request: () => ({ input: {} }) },
  markSiteInstructionRead: ofInstruction,
  listSiteInstructionReaders: ofInstruction,
  'remove:informationNote': ofNote,
  'readers:informationNote': ofNote,
  'revise:informationNote': {
    ...ofNote,
    request: async (setting) => {
      const request = await byId(entityNamed('informationNote'), { ...setting, fresh: true });
      await setting.world.sql('update information_notes set status = 100 where id = $1', [request.params?.id]);
      return { ...request, input: { note: { title: 'Nouvelle tenue' } } };
    },
  },
  remindInformationNote: ofNote,
  'items:site': ofSite,
  'saveItems:site': {
    ...ofSite,
    request: async (setting) => ({ ...(await ofSite.request(setting)), input: { items: [] } }),
  },
  ...accountLines,
  ...agentLines(rowOf),
  ...logbookLines(rowOf, workplaceOf),
  ...safetyLines(rowOf),
  'supervisionRows:service': {
    request: async (setting) => ({ input: { services: [await rowOf(entityNamed('service'), setting)] } }),
  },
  ...billingLines(rowOf),
  ...commercialLines(rowOf),
  ...contractLines(rowOf),
  ...documentLines(rowOf),
  ...askLines(rowOf),
  ...stockLines(rowOf),
  ...payLines(rowOf),
  ...paymentLines(rowOf, entityNamed('agencyInvoice')),
  ...subscriptionLines,
  ...guideLines,
  ...reportLines(rowOf),
  ...mailLines,
  ...marketLines(rowOf),
  ...noteLines,
  ...notificationLines,
  ...importLines,
  ...planningLines(rowOf),
  ...handoutLines(rowOf),
  ...platformLines,
  ...privacyLines,
  ...roundLines(rowOf),
  ...transferLines(rowOf),
};

/** An agent sees sites of his services, and these rows have none. New notes and services are drafts. */
const hiddenOnAgentPath = new Set<string | undefined>(['site', 'siteInstruction', 'informationNote']);
const seenOn = (mount: Mount, entity: string | undefined): Act['sees'] =>
  (mount === 'agent' && hiddenOnAgentPath.has(entity)) || (mount !== 'agency' && entity === 'service') ? 'none' : 'own';
/** Everybody in the agency sees its lists. */
const sharedByAll = new Set<string | undefined>([
  'expirationType',
  'unavailabilityType',
  'salaryElementType',
  'requestType',
  'customerRequestType',
]);
const othersOn = (mount: Mount, entity: string | undefined): Act['others'] =>
  mount === 'platform' ? [] : mount === 'agency' || sharedByAll.has(entity) ? ['foreign'] : ['neighbour', 'foreign'];

export const namesOfLines = Object.keys(lines);

const plain: Line = { request: () => ({}) };
const takesNothing = ({ path, input }: Endpoint): boolean => !path.includes('{') && input instanceof z.ZodUndefined;

function accessOf(access: Access, { move = '', first }: Line): unknown {
  if (first && Array.isArray(access)) return access.slice(0, 1);
  if (typeof access !== 'object') return access;
  if ('edit' in access) return access.edit;
  const right = 'moves' in access ? access.moves[move] : undefined;
  return right ? needsOf(right) : access;
}

/** All actions of the call under each mount; empty: it has no entry yet. */
export function actsOf(endpoint: Endpoint): Act[] {
  const { entity, name } = endpoint;
  // Its rows are the agency's on every path.
  const placeOf = (mount: Mount): Mount => (endpoint.agencyRows && mount === 'agent' ? 'agency' : mount);
  const status = endpoint.output instanceof z.ZodVoid ? 204 : 200;
  return (Object.entries(endpoint.mounts) as [Mount, Access][]).flatMap(([mount, access]): Act[] => {
    if (!entity) {
      const line = lines[name] ?? (takesNothing(endpoint) ? plain : undefined);
      if (!line) return [];
      const request: Act['request'] = async (setting) => line.request({ ...setting, mount: placeOf(mount) });
      const {
        others = line.of ? othersOn(placeOf(mount), line.of) : [],
        sees = seenOn(placeOf(mount), line.of),
        spendsSession = false,
        ofProfile = false,
        ofCaller = false,
      } = line;
      return [
        {
          name,
          endpoint,
          mount,
          // For several drafts, the entry edits them.
          access: accessOf(access, line) as never,
          status: line.status ?? status,
          others,
          sees,
          spendsSession,
          ofProfile,
          ofCaller,
          request,
        },
      ];
    }
    const { of, operation } = entity;
    const others = othersOn(placeOf(mount), of.name);
    const sees = seenOn(placeOf(mount), of.name);
    return parts[operation](of, access).map(({ verb, request, ...part }) => ({
      endpoint,
      mount,
      status,
      others,
      sees: operation === 'list' ? 'own' : sees,
      spendsSession: false,
      ofProfile: Boolean(of.machine?.moves[verb ?? '']?.byAgencyAlone),
      ...part,
      request: (setting) => request({ ...setting, mount: placeOf(mount) }),
      name: verb ? `${of.name}:${verb}` : name,
    }));
  });
}
