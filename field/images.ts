// Takes the images of the pack along: those of the instructions of the next days with the files joined to them, in the order
// of the services, then those of notes, as far as there is room. Loaded after the home.
import { downloadFile, isImage, type PictureSize } from '#core/files/files.ts';
import { pathWith } from '#ui/client/paths.ts';
import { fetchOwn } from './own-file.ts';
import type { Connection, Device } from './store/database.ts';
import { dropImages, heldImages, mostImageBytes, storeImage } from './store/images.ts';
import type { Held } from './store/pack.ts';

/** Days ahead; the telephone meets the network again before the others. */
const days = 3;
const day = 86_400_000;

const imagesIn = (html: string | null | undefined): string[] =>
  [...(html ?? '').matchAll(/data-file="([\da-f-]{36})"/gi)].map(([, id = '']) => id.toLowerCase());

/** Bytes of one joined file: a larger one is opened by the network. */
const largestFile = 5_000_000;

interface Wanted {
  id: string;
  /** Of a joined file, which is known beforehand; null: an image. */
  size: number | null;
}

/** The most urgent first. */
export function wantedFiles({ services, siteInstructions, informationNotes }: Held, now: number): Wanted[] {
  const sites = services
    .filter(({ startAt }) => Date.parse(startAt) < now + days * day)
    .toSorted((one, other) => one.startAt.localeCompare(other.startAt))
    .map(({ site }) => site?.id);
  const contents = [...new Set(sites)].flatMap((id) => siteInstructions.filter(({ site }) => site?.id === id));
  const imagesOf = ({ content }: { content?: string | null }): Wanted[] =>
    imagesIn(content).map((id) => ({ id, size: null }));
  const wanted = [
    ...contents.flatMap(imagesOf),
    ...contents.flatMap(({ files }) => files ?? []).filter(({ size }) => size <= largestFile),
    ...informationNotes.flatMap(imagesOf),
  ];
  return [...new Map(wanted.map(({ id, size }) => [id, { id, size }])).values()];
}

/** Rejects without a network or a session of his. */
export function fetchFile(device: Device, id: string, query = ''): Promise<Blob> {
  const { agency, agent } = device;
  return fetchOwn(device, pathWith(downloadFile, 'agent', { agencyId: agency, agentId: agent, id }) + query);
}

/** Rejects also if it is not an image. */
export async function fetchImage(device: Device, id: string, size: PictureSize = '1500'): Promise<Blob> {
  const image = await fetchFile(device, id, `?size=${size}`);
  if (!isImage(image.type)) throw new Error('not an image');
  return image;
}

interface Keeping {
  connection: Connection;
  key: CryptoKey;
  device: Device;
  isClosed(): boolean;
}

export async function keepImages(held: Held, now: number, keeping: Keeping): Promise<void> {
  const { connection, key, device, isClosed } = keeping;
  const wanted = wantedFiles(held, now);
  const there = new Map((await heldImages(connection)).map(({ id, size }) => [id, size]));
  const gone = [...there.keys()].filter((id) => !wanted.some((one) => one.id === id));
  if (gone.length > 0) await dropImages(connection, gone);
  let used = 0;
  for (const { id, size } of wanted) {
    const known = there.get(id);
    if (known !== undefined) {
      used += known;
      continue;
    }
    if (size !== null && used + size > mostImageBytes) continue;
    if (isClosed()) return;
    // One that is refused or gone must not keep the others away.
    const image = await (size === null ? fetchImage(device, id) : fetchFile(device, id)).catch(() => null);
    if (isClosed()) return;
    if (!image || used + image.size > mostImageBytes) continue;
    await storeImage(connection, key, id, image);
    used += image.size;
  }
}
