// The only way to send a mail: record it in the transaction of its cause, then send it by a job. No committed mail is
// lost. A mail is sent twice only if the process dies between the acceptance by the mail server and its record (with
// the same Message-ID).
import { isLocked } from '#server/agencies/lock.ts';
import type { Db } from '#server/db/database.ts';
import type { Environment } from '#server/environment.ts';
import type { Jobs } from '#server/jobs/queue.ts';
import type { Caller } from '#server/kernel/call.ts';
import { uuidOf, uuidv7 } from '#server/kernel/uuid.ts';
import { type Outgoing, record, unrecorded } from './record.ts';
import { sendMail } from './send.ts';
import { type Transport, transportOf } from './transport.ts';

/** A mail of the application. */
export interface Mail {
  to: string;
  subject: string;
  /** Plain paragraphs; the layout is added by the mailer. */
  paragraphs: string[];
  /** One button under the text. */
  action?: { label: string; url: string };
  bcc?: readonly string[];
  /** Ids of files generated for this mail. */
  attachments?: readonly string[];
  /** Its link or code opens something: its text is stored sealed, and deleted once it is sent. Its subject stays readable. */
  secret?: true;
  /** Names what it tells, and whom: its address gets no second mail of it from the agency. */
  once?: string;
}

/** A mail written by a person. */
export interface Letter {
  from: { name: string; address: string };
  to: string[];
  cc: string[];
  bcc: string[];
  subject: string;
  /** Sanitised. */
  html: string;
  /** Ids of files that the sender can see. */
  attachments: string[];
}

export interface Within {
  /** The transaction of the cause: the mail exists only if it commits. */
  db: Db;
  /** Null: a mail of the platform. */
  agency: string | null;
  caller: Caller | null;
  /** The host name of the call: its brand is used. Null: no call. */
  host: string | null;
  /** The name of its cause. */
  reason: string;
  now: Date;
  /** Sent by the clock to the people of a locked agency too (C-020). */
  whenLocked?: true | undefined;
}

export interface Mailer {
  send(mails: Mail | readonly Mail[], within: Within): Promise<void>;
  /** Returns their ids. */
  post(letters: readonly Letter[], within: Within): Promise<string[]>;
  /** For the job that sends. */
  transport: Transport;
}

export function createMailer({ environment, jobs }: { environment: Environment; jobs: Jobs }): Mailer {
  const put = async (outgoing: Outgoing[], within: Within): Promise<string[]> => {
    // Its people are told nothing by the clock while the agency is locked.
    const isByClock = !within.caller && !within.whenLocked;
    if (within.agency && isByClock && (await isLocked(within.db, within.agency))) return [];
    const fresh = await unrecorded(outgoing, within);
    await record(fresh, environment.secret, within);
    await jobs.enqueue(
      sendMail,
      fresh.map(({ id }) => ({ key: id, data: { id } })),
      within,
    );
    return fresh.map(({ id }) => id);
  };
  return {
    transport: transportOf(environment),
    send: async (mails, within) => {
      await put(
        [mails].flat().map((mail) => ({
          id: mail.once ? uuidOf(['mail', within.agency, mail.once, mail.to].join(' ')) : uuidv7(within.now.getTime()),
          isOnce: mail.once !== undefined,
          from: null,
          to: [mail.to],
          cc: [],
          bcc: [...(mail.bcc ?? [])],
          subject: mail.subject,
          content: { words: { paragraphs: mail.paragraphs }, action: mail.action ?? null, personal: false },
          secret: mail.secret ?? false,
          attachments: [...(mail.attachments ?? [])],
        })),
        within,
      );
    },
    post: (letters, within) =>
      put(
        letters.map(({ html, ...letter }) => ({
          ...letter,
          id: uuidv7(within.now.getTime()),
          content: { words: { html }, action: null, personal: true },
          secret: false,
        })),
        within,
      ),
  };
}
