// Checkpoints of the sites, and their rounds.
import type { Draft } from '#core/kernel/entity.ts';
import { activeStatus } from '#core/roles.ts';
import type { Checkpoint, checkpointTypes } from '#core/rounds/checkpoint.ts';
import type { Direction } from '#core/rounds/expected.ts';
import type { Round } from '#core/rounds/round.ts';
import { type Chance, idAt } from './chance.ts';
import type { Draw } from './draw.ts';
import type { DemoSite } from './world.ts';

interface Kept<D> {
  id: string;
  createdAt: string;
  status: number;
  draft: D;
}

export type DemoCheckpoint = Kept<Draft<typeof Checkpoint>>;
export type DemoRound = Kept<Draft<typeof Round>>;

export interface DemoRounds {
  checkpoints: DemoCheckpoint[];
  rounds: DemoRound[];
}

const dayLength = 86_400_000;
const metresInDegree = 111_320;
const archived = 300;
const [fewest, most] = [4, 8];

/** In walking order. */
const places: readonly [title: string, duty: string | null][] = [
  ['Portail principal', 'Portail fermé et verrouillé.'],
  ['Hall d’accueil', null],
  ['Local technique', 'Aucun voyant rouge sur l’armoire.'],
  ['Issue de secours nord', 'Issue dégagée, barre antipanique libre.'],
  ['Quai de livraison', 'Rideaux baissés, aucun véhicule.'],
  ['Parking', null],
  ['Sous-sol', 'Pas de fuite, pas d’odeur.'],
  ['Toiture-terrasse', 'Trappe fermée.'],
  ['Bureaux de direction', 'Lumières éteintes, fenêtres fermées.'],
  ['Clôture est', 'Grillage intact.'],
  ['Poste de sécurité', null],
];
const colours = ['#1C5F9E', '#2F9E44', '#E8590C', '#7048E8', '#C92A2A'] as const;

const rounds: readonly { name: string; directions: Direction[]; instructions: string }[] = [
  {
    name: 'Ronde de fermeture',
    directions: ['forward'],
    instructions: 'À la fin de chaque journée, après le départ du dernier occupant.',
  },
  {
    name: 'Ronde de nuit',
    directions: ['forward', 'reverse'],
    instructions: 'Changer de sens d’une ronde à l’autre ; signaler toute porte trouvée ouverte.',
  },
  { name: 'Levée de doute', directions: ['free'], instructions: 'Commencer par la zone en alarme.' },
];

/** A position on the site, within its radius. */
function near({ latitude, longitude }: { latitude: number; longitude: number }, chance: Chance) {
  const [angle, metres] = [chance.next() * 2 * Math.PI, 10 + chance.next() * 60];
  const rounded = (degrees: number): number => Number(degrees.toFixed(6));
  return {
    latitude: rounded(latitude + (metres * Math.sin(angle)) / metresInDegree),
    longitude: rounded(
      longitude + (metres * Math.cos(angle)) / (metresInDegree * Math.cos((latitude * Math.PI) / 180)),
    ),
  };
}

/** The id of a tag: seven bytes, unique by rank. */
const tagOf = (rank: number, chance: Chance): string =>
  `04${chance.integer(0, 0xffffff).toString(16).padStart(6, '0')}${rank.toString(16).padStart(6, '0')}`
    .toUpperCase()
    .replace(/..(?=.)/g, '$&:');

/** `rank` is the rank of the site in the agency. */
export function roundsOf(site: DemoSite, rank: number, draw: Draw): DemoRounds {
  const made: DemoRounds = { checkpoints: [], rounds: [] };
  if (site.status !== activeStatus) return made;
  const own = draw.chance('rounds', rank);
  const opened = Math.floor(Date.parse(site.createdAt) / dayLength) + 1;
  const createdAt = draw.moment(Math.min(draw.lastDay, opened + own.integer(0, 60)), own);
  const here = site.draft.address?.location;
  made.checkpoints = own.some(places, own.integer(fewest, most)).map(([title, duty], place): DemoCheckpoint => {
    const number = rank * most + place;
    const chance = draw.chance('checkpoint', number);
    const kind: keyof typeof checkpointTypes = chance.happens(0.7) ? 'NFC' : chance.happens(0.6) ? 'QR' : 'VIRTUAL';
    return {
      id: idAt(number, chance),
      createdAt,
      status: activeStatus,
      draft: {
        title,
        site: { id: site.id },
        type: here ? kind : 'NFC',
        color: chance.pick(colours),
        tagId: kind === 'NFC' ? tagOf(number, chance) : null,
        instructions: duty,
        location: here ? near(here, chance) : { latitude: null, longitude: null },
      },
    };
  });
  made.rounds = own.some(rounds, own.integer(1, 2)).map(({ name, directions, instructions }, place): DemoRound => {
    const number = rank * rounds.length + place;
    const chance = draw.chance('round', number);
    const passed = place === 0 ? made.checkpoints : chance.some(made.checkpoints, made.checkpoints.length - 1);
    return {
      id: idAt(number, chance),
      createdAt,
      status: place > 0 && chance.happens(0.15) ? archived : activeStatus,
      draft: {
        name,
        site: { id: site.id },
        grantedDirections: directions,
        expectedDuration: passed.length * chance.integer(4, 9),
        instructions,
        checkpoints: passed.map(({ id }, line) => ({
          id: idAt(number * most + line, chance),
          checkpoint: { id },
          instructions: chance.happens(0.1) ? 'Photographier à chaque passage.' : null,
        })),
      },
    };
  });
  return made;
}
