// The documents of its person on a telephone: the last list that it read, and the files that he opened, encrypted, for
// where there is no network. Loaded with their screen.
import { downloadDocument } from '#core/documents/calls.ts';
import { Document } from '#core/documents/document.ts';
import type { DocumentExpiry } from '#core/documents/expiry.ts';
import { endpointsOf } from '#ui/client/call.ts';
import { pathWith } from '#ui/client/paths.ts';
import { type Said, say } from '../calls.ts';
import { fetchOwn } from '../own-file.ts';
import { type Connection, type Device, readFact, writeFact } from '../store/database.ts';
import { dropImages, paperKey, readImage, storeImage } from '../store/images.ts';
import { sealJson, unsealJson } from '../store/vault.ts';

/** Bytes of all that are kept. */
export const mostPaperBytes = 20_000_000;
/** Of one reading; a page of the list has no more. */
const perPage = 200;
const mostPages = 25;

export interface HeldPaper {
  id: string;
  name: string;
  date: string | null;
  expiredAt: string | null;
  expiry: DocumentExpiry | null;
  createdAt: string;
  edition: number;
  isNew: boolean;
}

interface Kept {
  id: string;
  edition: number;
  size: number;
  /** When he opened it, by the clock of the device. */
  at: number;
}

export interface Shelf {
  papers: readonly HeldPaper[];
  kept: readonly Kept[];
}

const empty: Shelf = { papers: [], kept: [] };

export const opensOffline = ({ kept }: Shelf, { id, edition }: HeldPaper): boolean =>
  kept.some((one) => one.id === id && one.edition === edition);

/** Those to forget so that a new file has room: the longest not opened first. */
export function forgotten(kept: readonly Kept[], size: number): string[] {
  let used = size + kept.reduce((sum, one) => sum + one.size, 0);
  return kept
    .toSorted((one, other) => one.at - other.at)
    .flatMap((one) => {
      if (used <= mostPaperBytes) return [];
      used -= one.size;
      return [one.id];
    });
}

const heldOf = ({ id, name, date, expiredAt, expiry, createdAt, edition, isNew }: HeldPaper): HeldPaper => ({
  ...{ id, name, createdAt, edition, isNew: isNew === true },
  ...{ date: date ?? null, expiredAt: expiredAt ?? null, expiry: expiry ?? null },
});

interface Place {
  connection: Connection;
  key: CryptoKey;
  device: Device;
}

/** The shelf is read and written by one at a time; nobody waits for a network there. */
let last: Promise<unknown> = Promise.resolve();
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = last.then(work, work);
  last = turn.catch(() => undefined);
  return turn;
}

export class Papers {
  readonly #of: Place;

  constructor(of: Place) {
    this.#of = of;
  }

  async read(): Promise<Shelf> {
    const box = await readFact(this.#of.connection, 'papers');
    return box ? unsealJson<Shelf>(this.#of.key, box) : empty;
  }

  async #write(shelf: Shelf): Promise<Shelf> {
    await writeFact(this.#of.connection, 'papers', await sealJson(this.#of.key, shelf));
    return shelf;
  }

  /** What he sees now; a document that is no longer his, or was replaced, leaves the device. Null: no network. */
  async refresh(): Promise<{ shelf: Shelf | null; said: Said }> {
    const papers = new Map<string, HeldPaper>();
    for (let page = 1; ; page += 1) {
      const said = await say(this.#of.device, endpointsOf(Document).list, { page, limit: perPage });
      if (said.status !== 200) return { shelf: null, said };
      const { documents, filtered } = said.body as { documents: HeldPaper[]; filtered: number };
      for (const one of documents) papers.set(one.id, heldOf(one));
      if (documents.length < perPage || page * perPage >= filtered || page === mostPages)
        return { shelf: await inTurn(() => this.#replace([...papers.values()])), said };
    }
  }

  async #replace(papers: readonly HeldPaper[]): Promise<Shelf> {
    const { kept } = await this.read();
    const here = kept.filter((one) => papers.some(({ id, edition }) => id === one.id && edition === one.edition));
    const gone = kept.filter((one) => !here.includes(one)).map(({ id }) => paperKey(id));
    if (gone.length > 0) await dropImages(this.#of.connection, gone);
    return this.#write({ papers, kept: here });
  }

  /** Its download counts as a reading (J-007). Null: neither here nor by the network. */
  async open(paper: HeldPaper, now: number): Promise<Blob | null> {
    const { connection, key } = this.#of;
    const known = opensOffline(await this.read(), paper) ? await readImage(connection, key, paperKey(paper.id)) : null;
    const content = known ?? (await this.#fetch(paper.id).catch(() => null));
    if (content) await inTurn(() => this.#keep(paper, content, now));
    return content;
  }

  async #keep({ id, edition }: HeldPaper, content: Blob, now: number): Promise<void> {
    const { connection, key } = this.#of;
    const { papers, kept } = await this.read();
    const others = kept.filter((one) => one.id !== id);
    const isStored = content.size <= mostPaperBytes;
    const out = isStored ? forgotten(others, content.size) : [];
    if (out.length > 0) await dropImages(connection, out.map(paperKey));
    if (isStored) await storeImage(connection, key, paperKey(id), content);
    await this.#write({
      papers: papers.map((one) => (one.id === id ? { ...one, isNew: false } : one)),
      kept: [
        ...others.filter((one) => !out.includes(one.id)),
        ...(isStored ? [{ id, edition, size: content.size, at: now }] : []),
      ],
    });
  }

  #fetch(id: string): Promise<Blob> {
    const { agency, agent } = this.#of.device;
    return fetchOwn(this.#of.device, pathWith(downloadDocument, 'agent', { agencyId: agency, agentId: agent, id }));
  }
}
