// The brands of this server by host name, updated without a restart: an invalid file is logged and changes nothing.
import { basename } from 'node:path';
import { anyHost } from '#core/tenant/file.ts';
import type { TenantRules } from '#core/tenant/tenants.ts';
import type { Environment } from '#server/environment.ts';
import type { Log } from '#server/operations/log.ts';
import type { Picture } from './pictures.ts';
import { type Book, type Branded, demoTenant, readBook, stampOf } from './read.ts';

export interface Tenants {
  /** The brand of a host, ignoring case; null: of the public address, outside calls. */
  of(host: string | null): Branded;
  /** The base URL of its links. Only listed hosts are used in links, so a forged Host header has no effect. */
  urlOf(branded: Branded): string;
  all(): Branded[];
  /** For all brands together. */
  rules(): TenantRules;
  picture(path: string): Picture | undefined;
  file(): { name: string; readAt: Date } | null;
  problem(): string | null;
  /** Checks for changes; a timer calls it too. */
  look(): Promise<void>;
  close(): void;
}

const every = 2_000;

const hasChanged = async ({ stamps }: Book): Promise<boolean> =>
  (await Promise.all([...stamps].map(async ([path, stamp]) => (await stampOf(path)) !== stamp))).includes(true);

export async function openTenants(
  { tenantsFile, publicUrl, demo }: Pick<Environment, 'tenantsFile' | 'publicUrl' | 'demo'>,
  log: Log,
): Promise<Tenants> {
  let problem: string | null = null;
  let readAt = new Date();
  const read = (): Promise<Book> => readBook(tenantsFile, demo ? demoTenant : undefined);
  let book: Book = await read();
  const publicHost = new URL(publicUrl).hostname;
  const pictures = new Map<string, Picture>();
  const keep = ({ hosts }: Book): void => {
    // Open pages still request the former pictures.
    for (const { pictures: own } of hosts.values()) for (const one of own) pictures.set(one.path, one);
  };
  keep(book);

  const look = async (): Promise<void> => {
    // After an error, read again until it succeeds: a new file may fix it.
    if (problem === null && !(await hasChanged(book))) return;
    try {
      book = await read();
      keep(book);
      problem = null;
      readAt = new Date();
      log.info('tenants read', { hosts: book.hosts.size });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (message !== problem) log.failed('tenants', error);
      problem = message;
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
    rules: () => book.rules,
    picture: (path) => pictures.get(path),
    file: () => (book.found ? { name: basename(tenantsFile), readAt } : null),
    problem: () => problem,
    look,
    close: () => clearInterval(clock),
  };
}
