// Two realistic French agencies, at any scale; the same seed and day give the same rows.

import { rightsOfSet } from '#core/rights/set.ts';
import { demoAccounts } from './accounts.ts';
import { agentsOf } from './agents.ts';
import { chanceOf, idAt } from './chance.ts';
import { commercialOf, noCommercial } from './commercial.ts';
import { customerAt, placeOf } from './customers.ts';
import { addressIn, drawFor, userOf } from './draw.ts';
import { estimatesOf, noEstimates } from './estimates.ts';
import { instructionsBySite, instructionsOf } from './instructions.ts';
import { invoicesOf } from './invoices.ts';
import { withLeaver } from './leaving.ts';
import type { WrittenAgency } from './lists/agency.ts';
import { azur } from './lists/azur.ts';
import { boreal } from './lists/boreal.ts';
import type { SpecialtyName } from './lists/sectors.ts';
import { writtenSets } from './lists/sets.ts';
import { auditor } from './lists/staff.ts';
import { logbookOf } from './logbook.ts';
import { notesOf } from './notes.ts';
import { numbering } from './numbering.ts';
import { ordersOf } from './orders.ts';
import { planningOf } from './planning/planning.ts';
import { reportsOf } from './reports.ts';
import { roundsOf } from './rounds.ts';
import { safetyOf, withProtection } from './safety.ts';
import { sitesOf } from './sites.ts';
import { noStock, stockOf } from './stock.ts';
import type { DemoAgency, DemoSite, DemoUser, DemoWorld } from './world.ts';

export { demoAccounts, demoPassword } from './accounts.ts';
export type * from './world.ts';

export interface DemoOptions {
  /** Multiplies the customers, sites and agents of Azur Sécurité. */
  factor?: number;
  seed?: number;
  now: Date;
}

export function demoWorld({ factor = 1, seed = 1, now }: DemoOptions): DemoWorld {
  if (!Number.isInteger(factor) || factor < 1) throw new RangeError('the factor is a whole number from 1 on');
  const platformUsers = platformAccounts(seed, now);
  return {
    platformUsers,
    agencies: [agencyOf(azur, 0, factor, seed, now, platformUsers), agencyOf(boreal, 1, 1, seed, now, platformUsers)],
  };
}

const dayLength = 86_400_000;

/** The initial values that the database gives every agency; a test compares them. */
const expirationTypeNames = [
  'Carte professionnelle',
  'SST',
  "Pièce d'identité ou titre de séjour",
  'Permis de conduire',
  'Visite médicale',
  'MAC APS',
  'Habilitation électrique',
  'SSIAP',
] as const;

function platformAccounts(seed: number, now: Date): DemoUser[] {
  const daysAgo = (days: number): string =>
    new Date(Math.floor(now.getTime() / dayLength - days) * dayLength + dayLength / 3).toISOString();
  const named = [
    { firstname: 'Alexandra', lastname: 'Perrin', email: 'admin@vigie.example', superAdmin: true },
    { firstname: 'Julien', lastname: 'Morel', email: 'support@vigie.example', isSupport: true },
    auditor,
  ];
  return named.map(({ firstname, lastname, email, ...rest }, rank) => ({
    ...userOf({ firstname, lastname, email }, rank, chanceOf(seed, 'platform', rank), daysAgo(725), daysAgo(rank + 1)),
    superAdmin: 'superAdmin' in rest,
    isSupport: 'isSupport' in rest,
  }));
}

function agencyOf<P extends string>(
  typed: WrittenAgency<P>,
  rank: number,
  factor: number,
  seed: number,
  now: Date,
  platformUsers: readonly DemoUser[],
): DemoAgency {
  const written: WrittenAgency = typed;
  const draw = drawFor(written, seed, now);
  const own = draw.chance('agency', rank);
  const createdAt = draw.moment(draw.firstDay, own);
  const specialties = written.specialties.map((name, place) => ({
    id: idAt(place, draw.chance('specialty', place)),
    createdAt,
    draft: { name },
  }));
  const specialtyIds = new Map<SpecialtyName, string>(
    written.specialties.map((name, place) => [name, specialties[place]?.id ?? '']),
  );
  const expirationTypes = expirationTypeNames.map((name, place) => ({
    id: idAt(place, draw.chance('expirationType', place)),
    name,
  }));
  const rightsSets = writtenSets.map(({ name, kind, rights }, place) => ({
    id: idAt(place, draw.chance('rightsSet', place)),
    createdAt,
    draft: { name, kind, rights: rightsOfSet(rights) },
  }));
  const agents = agentsOf(written, draw, written.agentCount * factor, { specialtyIds, expirationTypes }, platformUsers);
  const count = written.customers.length * factor;
  const customers = Array.from({ length: count }, (_, place) => customerAt(place, count, written, draw, specialtyIds));
  const of = {
    written,
    draw,
    specialtyIds,
    guards: agents.filter((agent) => agent.status === 100 && agent.draft.agentInfos?.plannable === true),
    slug: numbering('-'),
  };
  const sites: DemoSite[] = [];
  for (const [place, customer] of customers.entries()) sites.push(...sitesOf(customer, place, sites.length, of));
  // Only the customers written by hand, at any factor.
  const first = new Set(customers.slice(0, written.customers.length).map(({ id }) => id));
  const walked = sites
    .filter(({ draft }) => first.has(draft.customer?.id ?? ''))
    .map((site, place) => roundsOf(site, place, draw));
  const planning = planningOf({
    draw,
    now,
    posts: written.posts,
    specialtyIds,
    // The size of the planning does not depend on the factor.
    guards: agents
      .filter(({ draft }) => draft.agentInfos?.plannable)
      .slice(0, written.agentCount)
      .filter(({ status, draft }) => status < 300 && draft.agentInfos?.type !== 'NOMINEE'),
    sites,
  });
  const safety = safetyOf('agent@azur.example', { agents, services: planning.services, draw, now });
  const named = new Set([...written.staff.map(({ email }) => email), ...demoAccounts.map(([email]) => email)]);
  const invoices = invoicesOf({
    draw,
    customers,
    ...(rank === 0 ? { months: 12, billed: 10 } : { months: 4, billed: 3 }),
  });
  return {
    agency: {
      id: idAt(rank, own),
      name: written.name,
      siret: written.siret,
      approvalNumber: written.approvalNumber,
      legal: written.legal,
      planning: written.planning,
      email: `contact@${written.key}.example`,
      phone: [draw.landline()],
      address: { ...addressIn(placeOf(written, written.place), own), street: written.street },
      createdAt,
    },
    specialties,
    expirationTypes,
    rightsSets,
    users: draw.users,
    agents: withLeaver(agents, planning.services, draw.lastDay, ({ draft }) => named.has(draft.email ?? '')),
    customers,
    sites: withProtection(sites, safety),
    instructions: sites.flatMap((site, place) => instructionsOf(site, place * instructionsBySite, draw)),
    checkpoints: walked.flatMap(({ checkpoints }) => checkpoints),
    rounds: walked.flatMap(({ rounds }) => rounds),
    notes: notesOf({
      draw,
      agents,
      sites,
      services: planning.services,
      specialtyIds,
      shown: agents[written.staff.length]?.id,
    }),
    planning,
    logbook: [...logbookOf(planning.services, draw, now), ...(safety ? [safety.entry] : [])].toSorted((one, other) =>
      one.at.localeCompare(other.at),
    ),
    safety,
    // The other agency keeps plain lists.
    stock: rank === 0 ? stockOf({ draw, agents, sites }) : noStock,
    orders: ordersOf({ draw, agents, customers }),
    invoices,
    estimates: rank === 0 ? estimatesOf({ draw, customers, invoices }) : noEstimates,
    commercial: rank === 0 ? commercialOf({ draw, customers, sites }) : noCommercial,
    reports: reportsOf(planning.services, { agents, customers, sites }, draw, now),
  };
}
