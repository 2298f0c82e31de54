// The mails sent by a server under test, read from its real outbox.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';

export interface Outbox {
  /** In the order of sending. */
  all(): Promise<Email[]>;
  to(address: string): Promise<Email[]>;
  /** Waits for the last mail to an address. */
  lastTo(address: string, count?: number): Promise<Email>;
}

export function outboxOf(folder: string): Outbox {
  // Sent mails do not change, so each is read once.
  const read = new Map<string, Promise<Email>>();
  const letter = (name: string): Promise<Email> => {
    const found = read.get(name) ?? readFile(join(folder, name)).then((text) => PostalMime.parse(text));
    read.set(name, found);
    return found;
  };
  const all = async (): Promise<Email[]> => {
    const names = await readdir(folder).catch(() => []);
    return Promise.all(
      names
        .filter((name) => name.endsWith('.eml'))
        .sort()
        .map(letter),
    );
  };
  const to = async (address: string): Promise<Email[]> =>
    (await all()).filter((mail) => mail.to?.some((recipient) => recipient.address === address));
  return {
    all,
    to,
    lastTo: async (address, count = 1) => {
      for (const start = Date.now(); Date.now() - start < 20_000; await wait(10)) {
        const mails = await to(address);
        const last = mails.at(-1);
        if (last && mails.length >= count) return last;
      }
      throw new Error(`no mail to ${address}`);
    },
  };
}

/** The one-time token at the end of a mail's link. */
export function tokenIn(mail: Email, path: string): string {
  const found = new RegExp(`https://vigie\\.example/#/${path}/([\\w-]+)`).exec(mail.text ?? '');
  if (!found?.[1]) throw new Error(`no link to ${path} in the mail`);
  return found[1];
}
