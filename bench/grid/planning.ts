// A planning of any size, the same in every run: agents, days, services and their marks.
import type { GridChip, GridColumn, GridMark, GridRange, GridRow } from '#ui/TimeGrid/types.ts';

export interface Size {
  rows: number;
  days: number;
  chips: number;
}

export const planned: Size = { rows: 500, days: 28, chips: 10_000 };
export const large: Size = { rows: 2_000, days: 28, chips: 40_000 };

const day = 24 * 60;
/** Monday 3 March 2025, at midnight UTC. */
export const firstMinute = Date.UTC(2025, 2, 3) / 60_000;
const colours = ['#9c27b0', '#80deea', '#c5e1a5', '#ffcc80', '#90caf9', '#ef9a9a', '#ffffff', '#2e7d32'];
const names = ['Martin', 'Bernard', 'Dubois', 'Thomas', 'Robert', 'Richard', 'Petit', 'Durand', 'Leroy', 'Moreau'];
const firsts = ['Alice', 'Karim', 'Chloé', 'David', 'Emma', 'Farid', 'Gaëlle', 'Hugo', 'Inès', 'Jules'];
const sites = ['Gare Saint-Charles', 'Entrepôt Nord', 'Tour Azur', 'Clinique du Parc', 'Port de plaisance'];

function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const pad = (number: number): string => String(number).padStart(2, '0');
const hour = (minute: number): string => `${pad(Math.floor((minute % day) / 60))}:${pad(minute % 60)}`;

export interface Planning {
  rows: GridRow[];
  columns: GridColumn[];
  chips: GridChip[];
  ranges: GridRange[];
}

export function planning(size: Size, unfilled = 0): Planning {
  const random = generator(7);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const rows = Array.from({ length: size.rows }, (_none, at): GridRow => {
    const left = Math.round(random() * 30) - 6;
    return {
      id: `r${at}`,
      title: `${names[at % 10]} ${firsts[Math.floor(at / 10) % 10]}`,
      subtitle: `Agent de sécurité, ${1000 + at}`,
      totals: [
        { label: 'Planifié', value: `${151 - left} h` },
        { label: 'Contrat', value: '151 h' },
        { label: 'Reste', value: `${left} h`, ...(left < 0 ? { tone: 'negative' as const } : {}) },
      ],
    };
  });
  const columns = Array.from({ length: size.days }, (_none, at): GridColumn => {
    const start = firstMinute + at * day;
    const date = new Date(start * 60_000);
    const words = (options: Intl.DateTimeFormatOptions): string =>
      date.toLocaleDateString('fr-FR', { timeZone: 'UTC', ...options });
    return {
      start,
      end: start + day,
      label: words({ weekday: 'short', day: 'numeric' }),
      sub: words({ month: 'short' }),
      title: words({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
      isOff: at % 7 === 6,
      isToday: at === 2,
    };
  });
  const chips = Array.from({ length: size.chips }, (_none, at): GridChip => {
    const start = firstMinute + Math.floor(random() * size.days) * day + Math.floor(random() * 24) * 60;
    const length = (6 + Math.floor(random() * 7)) * 60;
    const marks: GridMark[] = [];
    if (random() < 0.08) marks.push(random() < 0.4 ? 'refused' : 'warning');
    if (random() < 0.1) marks.push('draft');
    if (random() < 0.06) marks.push('changed');
    return {
      id: `c${at}`,
      row: at < unfilled ? null : `r${Math.floor(random() * size.rows)}`,
      start,
      end: start + length,
      title: `${hour(start)}–${hour(start + length)}`,
      short: `${Math.floor((start % day) / 60)}h–${Math.floor(((start + length) % day) / 60)}h`,
      subtitle: pick(sites),
      colour: pick(colours),
      state: 'affecté',
      marks,
      locked: random() < 0.03 ? 'Terminé' : null,
    };
  });
  const ranges = Array.from({ length: Math.floor(size.rows / 8) }, (): GridRange => {
    const start = firstMinute + Math.floor(random() * size.days) * day;
    const isHatched = random() < 0.6;
    return {
      row: `r${Math.floor(random() * size.rows)}`,
      start,
      end: start + (1 + Math.floor(random() * 6)) * day,
      label: isHatched ? 'Congés payés' : 'Maladie',
      pattern: isHatched ? 'hatched' : 'plain',
      colour: isHatched ? '#8b95a1' : '#ef9a9a',
    };
  });
  return { rows, columns, chips, ranges };
}
