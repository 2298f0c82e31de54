// How a recorded mail leaves: to the server that SMTP_URL names, or into the outbox of the data folder.
import type { Readable } from 'node:stream';
import type { Environment } from '#server/environment.ts';
import { outboxTransport } from './outbox.ts';
import { smtpTransport } from './smtp.ts';

export interface Letter {
  id: string;
  createdAt: Date;
  /** Who it comes from. */
  from: { name: string; address: string };
  /** Whom an answer goes to; null: nobody. */
  replyTo: string | null;
  to: readonly string[];
  cc: readonly string[];
  bcc: readonly string[];
  /** To whom it goes this time. */
  envelope: readonly string[];
  subject: string;
  text: string;
  html: string;
  attachments: readonly Attachment[];
}

export interface Attachment {
  filename: string;
  contentType: string;
  content: Readable;
  /** By which the words name a picture. */
  cid?: string;
}

/** later: to be tried again. refused: for good. invalid: no address at all. */
export interface Verdict {
  address: string;
  verdict: 'accepted' | 'later' | 'refused' | 'invalid';
  error: string | null;
}

export interface Transport {
  /** One verdict an address of the envelope. */
  deliver(letter: Letter): Promise<Verdict[]>;
}

export const transportOf = (environment: Environment): Transport =>
  environment.smtpUrl === null ? outboxTransport(environment) : smtpTransport(environment.smtpUrl);
