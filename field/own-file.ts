// A file by the network, for the person of this device.
import { bearerOf, currentTokens } from '#ui/client/tokens.ts';
import { fetchContent } from '#ui/files/upload.ts';
import type { Device } from './store/database.ts';

/** Rejects without a network or a session of his. */
export async function fetchOwn({ user }: Device, path: string): Promise<Blob> {
  // Somebody else signed in: what he may see is not for this store.
  if (bearerOf(currentTokens())?.split('/')[0] !== user) throw new Error('another session');
  return fetchContent(path);
}
