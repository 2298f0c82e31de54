// Collaborators: the written staff, then guards by trade.
import type { agentTypes } from '#core/agents/agent.ts';
import { rightSet, withNeeds } from '#core/grants.ts';
import { activeStatus } from '#core/roles.ts';
import { type Chance, idAt } from './chance.ts';
import { type Draw, person } from './draw.ts';
import type { WrittenAgency, WrittenAgent } from './lists/agency.ts';
import { womenNames } from './lists/names.ts';
import { agentRemarks, dogRemarks } from './lists/remarks.ts';
import type { Post, SpecialtyName } from './lists/sectors.ts';
import { sheetOf } from './sheets.ts';
import type { DemoAgent, DemoExpirationType, DemoUser } from './world.ts';

interface Trade {
  post: Post;
  specialties: readonly SpecialtyName[];
}

const trades = {
  guard: { post: ['Agent de sécurité', 'Agente de sécurité'], specialties: ['APS'] },
  entrance: { post: ['Agent de filtrage', 'Agente de filtrage'], specialties: ['APS', "Contrôle d'accès"] },
  shop: { post: ['Agent magasin', 'Agente magasin'], specialties: ['APS', 'Arrière-caisse'] },
  fire: {
    post: ['Agent de sécurité incendie', 'Agente de sécurité incendie'],
    specialties: ['APS', 'SSIAP 1', 'Habilitation électrique H0B0'],
  },
  fireTeam: {
    post: ["Chef d'équipe incendie", "Cheffe d'équipe incendie"],
    specialties: ['SSIAP 1', 'SSIAP 2', 'Habilitation électrique H0B0'],
  },
  fireHead: { post: ['Chef de service incendie', 'Cheffe de service incendie'], specialties: ['SSIAP 2', 'SSIAP 3'] },
  dog: { post: ['Agent cynophile', 'Agente cynophile'], specialties: ['APS', 'Agent cynophile'] },
  patrol: { post: ['Rondier intervenant', 'Rondière intervenante'], specialties: ['APS', 'Rondier intervenant'] },
  remote: {
    post: ['Opérateur de télésurveillance', 'Opératrice de télésurveillance'],
    specialties: ['Télésurveillance'],
  },
  event: { post: ['Agent événementiel', 'Agente événementielle'], specialties: ['APS', 'Événementiel'] },
  airport: {
    post: ['Agent de sûreté aéroportuaire', 'Agente de sûreté aéroportuaire'],
    specialties: ['Sûreté aéroportuaire'],
  },
} as const satisfies Record<string, Trade>;

/** One of these in turn, so that even a small agency has every trade. */
const turns: readonly (keyof typeof trades)[] = [
  'guard',
  'fire',
  'patrol',
  'guard',
  'dog',
  'entrance',
  'shop',
  'guard',
  'fireTeam',
  'event',
  'guard',
  'fire',
  'remote',
  'guard',
  'patrol',
  'entrance',
  'fireHead',
  'guard',
  'shop',
  'airport',
];

interface Known {
  specialtyIds: ReadonlyMap<SpecialtyName, string>;
  expirationTypes: readonly DemoExpirationType[];
}

export function agentsOf(
  written: WrittenAgency,
  draw: Draw,
  count: number,
  known: Known,
  sharedUsers: readonly DemoUser[],
): DemoAgent[] {
  const staff = written.staff.map((one, rank) => writtenAgent(one, rank, written, draw, known, sharedUsers));
  const first = written.agents.map((one, rank) =>
    writtenAgent(one, staff.length + rank, written, draw, known, sharedUsers),
  );
  const others = Array.from({ length: count - first.length }, (_, index) =>
    drawnAgent(index + first.length, count, staff.length + first.length + index, written, draw, known),
  );
  return [...staff, ...first, ...others];
}

/** Which papers a specialty goes with. */
const papersFor = (specialties: readonly SpecialtyName[]): string[] => [
  'SST',
  'Visite médicale',
  ...(specialties.includes('APS') ? ['MAC APS'] : []),
  ...(specialties.some((name) => name.startsWith('SSIAP')) ? ['SSIAP'] : []),
  ...(specialties.includes('Habilitation électrique H0B0') ? ['Habilitation électrique'] : []),
  ...(specialties.includes('Rondier intervenant') ? ['Permis de conduire'] : []),
];

const idsOf = (names: readonly SpecialtyName[], ids: ReadonlyMap<SpecialtyName, string>): { id: string }[] =>
  names.flatMap((name) => ids.get(name) ?? []).map((id) => ({ id }));

function writtenAgent(
  one: WrittenAgent,
  rank: number,
  written: WrittenAgency,
  draw: Draw,
  known: Known,
  sharedUsers: readonly DemoUser[],
): DemoAgent {
  const chance = draw.chance('agent', rank);
  const createdAt = draw.moment(draw.firstDay + 1 + rank * 3, chance);
  const daysAgo = one.status === 300 ? 200 : chance.integer(0, 4);
  const lastLogin = draw.moment(draw.lastDay - daysAgo, chance);
  const shared = one.shared ? sharedUsers.find((user) => user.email === one.email) : undefined;
  const user = shared ?? draw.openAccount(one, one.email, createdAt, lastLogin);
  const type = one.type ?? 'EMPLOYEE';
  const sheet = sheetOf(
    {
      rank,
      createdAt,
      type,
      plannable: one.plannable,
      woman: womenNames.includes(one.firstname),
      dog: one.specialties?.includes('Agent cynophile') ?? false,
      papers: papersFor(one.specialties ?? []),
      desk: !one.plannable,
    },
    written,
    draw,
    known.expirationTypes,
  );
  return {
    id: idAt(rank, chance),
    createdAt,
    status: one.status ?? activeStatus,
    isOwner: one.isOwner ?? false,
    userId: user.id,
    lastLogin: user.lastLogin,
    secrets: sheet.secrets,
    rights: [...withNeeds([...(one.set ? rightSet(one.set) : []), ...(one.rights ?? [])])],
    draft: {
      firstname: one.firstname,
      lastname: one.lastname,
      position: one.position,
      email: one.email,
      phone: [draw.mobile()],
      address: sheet.address,
      agentInfos: {
        ...sheet.infos,
        type,
        plannable: one.plannable,
        rating: one.plannable ? 5 : null,
        specialties: idsOf(one.specialties ?? [], known.specialtyIds),
        comments: one.comments ?? null,
      },
    },
  };
}

const collaboratorRights = rightSet('collaborator');

type AgentType = keyof typeof agentTypes;

/** Two licences in ten are missing or gone, whatever the scale. */
function statusOf(rank: number): number {
  if (rank % 10 === 9) return 300;
  return rank % 10 === 4 ? 200 : activeStatus;
}

function typeOf(status: number, chance: Chance): AgentType {
  const draw = chance.next();
  if (status === 200 && draw < 0.4) return 'NOMINEE';
  if (draw < 0.8) return 'EMPLOYEE';
  return chance.pick(['EXTERNAL', 'SELF', 'TEMPORARY', 'EMERGENCY']);
}

function drawnAgent(
  index: number,
  count: number,
  rank: number,
  written: WrittenAgency,
  draw: Draw,
  known: Known,
): DemoAgent {
  const chance = draw.chance('agent', rank);
  const { firstname, lastname, woman } = person(chance);
  const trade = turns[index % turns.length] ?? 'guard';
  const { post, specialties } = trades[trade];
  const status = statusOf(index);
  const type = typeOf(status, chance);
  const createdAt = draw.moment(
    draw.firstDay + 30 + Math.floor((index / count) * (draw.lastDay - draw.firstDay - 40)),
    chance,
  );
  const email = draw.email({ firstname, lastname }, written.key);
  const sheet = sheetOf(
    {
      rank,
      createdAt,
      type,
      plannable: true,
      woman,
      dog: trade === 'dog',
      papers: papersFor(specialties),
      desk: false,
    },
    written,
    draw,
    known.expirationTypes,
  );
  // A candidate is not invited yet.
  const hasAccount = type !== 'NOMINEE' && chance.happens(status === activeStatus ? 0.75 : 0.4);
  const lastLogin = hasAccount ? draw.lastLogin(createdAt, chance, status === 300) : null;
  return {
    id: idAt(rank, chance),
    createdAt,
    status,
    isOwner: false,
    userId: hasAccount ? draw.openAccount({ firstname, lastname }, email, createdAt, lastLogin).id : null,
    lastLogin,
    secrets: sheet.secrets,
    rights: collaboratorRights,
    draft: {
      firstname,
      lastname,
      position: post[woman ? 1 : 0],
      email,
      phone: [draw.mobile()],
      address: sheet.address,
      agentInfos: {
        ...sheet.infos,
        type,
        plannable: true,
        rating: chance.pick([2, 3, 3, 3, 4, 4, 5]),
        specialties: idsOf(specialties, known.specialtyIds),
        comments: trade === 'dog' ? chance.pick(dogRemarks) : chance.happens(0.5) ? chance.pick(agentRemarks) : null,
      },
    },
  };
}
