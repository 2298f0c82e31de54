// Every brand of this server, by host name, followed without a restart: a file that becomes wrong changes nothing, and is told.
import { basename } from 'node:path';
import { anyHost } from '#core/tenant/file.ts';
import type { Environment } from '#server/environment.ts';
import type { Log } from '#server/operations/log.ts';
import type { Picture } from './pictures.ts';
import { type Book, type Branded, readBook, stampOf } from './read.ts';

export interface Tenants {
  /** The brand of a host, whatever its case; null: of the public address, for what no call causes. */
  of(host: string | null): Branded;
  /** Where its links lead. Only a listed host is ever written into a link: a forged Host header leads nowhere else. */
  urlOf(branded: Branded): string;
  all(): Branded[];
  picture(path: string): Picture | undefined;
  file(): { name: string; readAt: Date } | null;
  problem(): string | null;
  /** Looks whether something has changed; the clock does it by itself. */
  look(): Promise<void>;
  close(): void;
}

const every = 2_000;

const hasChanged = async ({ stamps }: Book): Promise<boolean> =>
  (await Promise.all([...stamps].map(async ([path, stamp]) => (await stampOf(path)) !== stamp))).includes(true);

export async function openTenants(
  { tenantsFile, publicUrl }: Pick<Environment, 'tenantsFile' | 'publicUrl'>,
  log: Log,
): Promise<Tenants> {
  let problem: string | null = null;
  let readAt = new Date();
  let book: Book = await readBook(tenantsFile);
  const publicHost = new URL(publicUrl).hostname;
  const pictures = new Map<string, Picture>();
  const keep = ({ hosts }: Book): void => {
    // Pages that are open still ask for the former ones.
    for (const { pictures: own } of hosts.values()) for (const one of own) pictures.set(one.path, one);
  };
  keep(book);

  const look = async (): Promise<void> => {
    // What is wrong may be mended by a file that the last good reading did not know: it is read until it is right.
    if (problem === null && !(await hasChanged(book))) return;
    try {
      book = await readBook(tenantsFile);
      keep(book);
      problem = null;
      readAt = new Date();
      log.info('tenants read', { hosts: book.hosts.size });
    } catch (error) {
      const told = error instanceof Error ? error.message : String(error);
      if (told !== problem) log.failed('tenants', error);
      problem = told;
    }
  };
  let looking = false;
  const clock = setInterval(() => {
    if (looking) return;
    looking = true;
    void look().finally(() => {
      looking = false;
    });
  }, every);
  clock.unref();

  return {
    of: (host) => {
      const asked = (host ?? publicHost).toLowerCase().replace(/\.$/, '');
      return (book.hosts.get(asked) ?? book.hosts.get(anyHost)) as Branded;
    },
    urlOf: ({ host }) => {
      if (host === anyHost || host === publicHost) return publicUrl;
      const url = new URL(publicUrl);
      url.hostname = host;
      return url.href.replace(/\/+$/, '');
    },
    all: () => [...book.hosts.values()],
    picture: (path) => pictures.get(path),
    file: () => (book.found ? { name: basename(tenantsFile), readAt } : null),
    problem: () => problem,
    look,
    close: () => clearInterval(clock),
  };
}
