// Draws documents and pictures in two threads, started on first use: pictures and short papers never wait for long ones.
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Lane, type LaneLimits, type Orderer } from './lane.ts';
import type { Task, tasks } from './worker.ts';

const thread = (): Worker => new Worker(join(import.meta.dirname, 'worker.ts'));

const limits: LaneLimits = { perUser: 6, perAgency: 20, time: 120_000 };
const short = new Lane(thread, limits);
const long = new Lane(thread, limits);

type Args<T extends Task> = Parameters<(typeof tasks)[T]>;
type Made<T extends Task> = Awaited<ReturnType<(typeof tasks)[T]>>;

/** Half a second of drawing. */
const mostLetters = 30_000;

/** Whether all texts of a content together are longer; photos count with their bytes. */
function isLong(content: unknown): boolean {
  let left = mostLetters;
  const weigh = (one: unknown): void => {
    if (left < 0) return;
    if (typeof one === 'string') left -= one.length;
    else if (typeof one === 'object' && one !== null) for (const part of Object.values(one)) weigh(part);
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
