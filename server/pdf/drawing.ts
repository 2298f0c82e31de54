// Draws documents and pictures in two threads, started on first use: pictures and short papers never wait for long ones.
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { cutLetters } from '#core/kernel/letters.ts';
import { Lane, type LaneLimits, type Orderer } from './lane.ts';
import type { Task, tasks } from './worker.ts';

const thread = (): Worker => new Worker(join(import.meta.dirname, 'worker.ts'));

const limits: LaneLimits = { perUser: 6, perAgency: 20, time: 120_000 };
/** Forty times what its longest paper takes: nobody's paper holds back everybody's. */
const short = new Lane(thread, { ...limits, time: 20_000 });
const long = new Lane(thread, limits);

type Args<T extends Task> = Parameters<(typeof tasks)[T]>;
type Made<T extends Task> = Awaited<ReturnType<(typeof tasks)[T]>>;

/** Half a second of drawing. */
const mostLetters = 30_000;

/** A piece, even an empty one, takes as long as so many letters. */
const pieceLetters = 10;

/**
 * Whether all texts of a content together are longer; photos count with their bytes, words too long for a line twice
 * more, since in a narrow column each letter is a line.
 */
export function isLong(content: unknown): boolean {
  let left = mostLetters;
  const weigh = (one: unknown): void => {
    if (left < 0) return;
    if (typeof one === 'string') left -= one.length + (one.startsWith('data:') ? 0 : 2 * cutLetters(one));
    else if (typeof one === 'object' && one !== null) {
      left -= pieceLetters;
      for (const part of Object.values(one)) weigh(part);
    }
  };
  weigh(content);
  return left < 0;
}

interface Place {
  lane: Lane;
  by: Orderer | undefined;
}

const placeOf: { [T in Task]?: (...args: Args<T>) => Place } = {
  writePdf: ({ content, house }) => ({ lane: isLong(content) ? long : short, by: house.by }),
  // Files of people: never before a paper of the application.
  pageCount: (_content, by) => ({ lane: long, by }),
  pageTexts: (_content, _most, by) => ({ lane: long, by }),
  splitPdf: (_content, _parts, by) => ({ lane: long, by }),
  codesPdf: ({ house }) => ({ lane: long, by: house.by }),
  badgePdf: (_, house) => ({ lane: short, by: house.by }),
};

/** `draw('writePdf', paper)` runs the function of that name in a thread. */
export async function draw<T extends Task>(task: T, ...args: Args<T>): Promise<Made<T>> {
  const { lane, by } = placeOf[task]?.(...args) ?? { lane: short, by: undefined };
  const made = await lane.draw({ task, args }, by ?? { agency: null, user: null });
  return (made && Buffer.from(made.buffer, made.byteOffset, made.byteLength)) as Made<T>;
}
