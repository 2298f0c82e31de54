// What a handler receives.
import type { Readable } from 'node:stream';
import type { Endpoint, Input, Output, Params } from '#core/kernel/endpoint.ts';
import type { Scope } from '#core/kernel/entity.ts';
import type { Asker, PlatformRole, Profile } from '#core/roles.ts';
import type { Context } from '#server/db/context.ts';
import type { Database, Db } from '#server/db/database.ts';
import type { Environment } from '#server/environment.ts';
import type { Scan } from '#server/files/scanner.ts';
import type { FileStore } from '#server/files/store.ts';
import type { Jobs } from '#server/jobs/queue.ts';
import type { Hub } from '#server/live/hub.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import type { Log } from '#server/operations/log.ts';
import type { MaintenanceWatch } from '#server/operations/maintenance.ts';
import type { Tracing } from '#server/operations/tracing.ts';
import type { People } from '#server/privacy/held.ts';
import type { Tenants } from '#server/tenant/tenants.ts';

export interface Caller {
  userId: string;
  sessionId: string;
  /** Full name, copied into audit lines. */
  name: string;
  platform: PlatformRole | null;
  profiles: Profile[];
  /** The profile that platform staff act for, with its name. */
  acting: (Profile & { name: string }) | null;
  /** The account must set up a second factor before it may do anything else. */
  mustEnrol: boolean;
}

export interface Services {
  environment: Environment;
  database: Database;
  mailer: Mailer;
  jobs: Jobs;
  files: FileStore;
  /** SQL on `files f`: the files that the caller may read. The row policies show the whole agency's to its staff. */
  filesSeen(asker: Asker, scope: Scope): string;
  /** Null: no scanner is configured. */
  scan: Scan | null;
  live: Hub;
  maintenance: MaintenanceWatch;
  tenants: Tenants;
  /** Which tables hold personal data, and of whom. */
  people: People;
  log: Log;
  /** Null: no collector of spans is configured. */
  tracing: Tracing | null;
}

export interface Call<E extends Endpoint = Endpoint> {
  /** Null on a public call. */
  caller: Caller | null;
  /** The profile of the path; null for platform staff and outside an agency. */
  profile: Profile | null;
  asker: Asker;
  context: Context;
  params: Params<E>;
  input: Input<E>;
  /** Under the caller's context; on a write, inside its transaction. */
  db: Db;
  services: Services;
  /** Fixed for the whole call. */
  now: Date;
  /** The host name of the brand; « * » for a host without an entry. */
  host: string;
  source: { ip: string; userAgent: string | null };
  /** Runs after the commit. The answer does not wait for it; a failure is only logged. */
  afterCommit(work: () => Promise<void>): void;
  /** The files of a multipart body. Read each one before the next. */
  files(): AsyncIterable<{ name: string; content: Readable }>;
}

export type Work<E extends Endpoint> = (call: Call<E>) => Promise<Output<E>>;

/** An answer that SQL has already written as JSON. */
export class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** An answer that is a file. */
export class FileReply {
  readonly content: Readable;
  readonly name: string;
  readonly mimeType: string;
  readonly size: number | null;
  /** Shown by the browser instead of saved. */
  readonly inline: boolean;
  constructor(file: { content: Readable; name: string; mimeType: string; size: number | null; inline: boolean }) {
    this.content = file.content;
    this.name = file.name;
    this.mimeType = file.mimeType;
    this.size = file.size;
    this.inline = file.inline;
  }
}

export interface Handler {
  endpoint: Endpoint;
  /** Of a write: what takes long and writes nothing, before the transaction, so that no lock waits for it. */
  before?: (call: Call) => Promise<unknown>;
  work: (call: Call, prepared?: unknown) => Promise<unknown>;
}

export const handle = <E extends Endpoint>(endpoint: E, work: Work<E>): Handler => ({
  endpoint,
  work: work as Handler['work'],
});

/** `work` receives what `before` made. A retry makes it again; whatever must still be true is checked in `work`. */
export const handlePrepared = <E extends Endpoint, P>(
  endpoint: E,
  before: (call: Call<E>) => Promise<P>,
  work: (call: Call<E>, prepared: P) => Promise<Output<E>>,
): Handler => ({
  endpoint,
  before: before as NonNullable<Handler['before']>,
  work: work as Handler['work'],
});
