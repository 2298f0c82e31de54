// The one way a mail is sent: recorded in the transaction of the act that causes it, then sent by a job. What comes
// after the commit is never lost; a mail leaves twice only if the process dies between the mail server's acceptance and
// its note (the same Message-ID then tells).
import type { Db } from '#server/db/database.ts';
import type { Environment } from '#server/environment.ts';
import type { Jobs } from '#server/jobs/queue.ts';
import type { Caller } from '#server/kernel/call.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import { type Outgoing, record } from './record.ts';
import { sendMail } from './send.ts';
import { type Transport, transportOf } from './transport.ts';

/** What the application says to somebody. */
export interface Mail {
  to: string;
  subject: string;
  /** Plain paragraphs; the layout is added by the mailer. */
  paragraphs: string[];
  /** One button under the text. */
  action?: { label: string; url: string };
  bcc?: readonly string[];
  /** Ids of files that were made for it. */
  attachments?: readonly string[];
  /** Its link opens an account: kept sealed until it is sent, and not a moment longer. */
  secret?: true;
}

/** What a person writes to others. */
export interface Letter {
  from: { name: string; address: string };
  to: string[];
  cc: string[];
  bcc: string[];
  subject: string;
  /** Sanitised. */
  html: string;
  /** Ids of files that the sender sees. */
  attachments: string[];
}

export interface Within {
  /** Of the act: the mail exists if and only if it is committed. */
  db: Db;
  /** Whose mail it is, null: the platform's. */
  agency: string | null;
  caller: Caller | null;
  /** The host name of the call that causes it: it leaves under its brand. Null: no call does. */
  host: string | null;
  /** The act that causes it. */
  reason: string;
  now: Date;
}

export interface Mailer {
  send(mails: Mail | readonly Mail[], within: Within): Promise<void>;
  /** Answers the id of each. */
  post(letters: readonly Letter[], within: Within): Promise<string[]>;
  /** For the job that sends. */
  transport: Transport;
}

export function createMailer({ environment, jobs }: { environment: Environment; jobs: Jobs }): Mailer {
  const put = async (outgoing: Outgoing[], within: Within): Promise<string[]> => {
    await record(outgoing, environment.secret, within);
    await jobs.enqueue(
      sendMail,
      outgoing.map(({ id }) => ({ key: id, data: { id } })),
      within,
    );
    return outgoing.map(({ id }) => id);
  };
  return {
    transport: transportOf(environment),
    send: async (mails, within) => {
      await put(
        [mails].flat().map((mail) => ({
          id: uuidv7(within.now.getTime()),
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
