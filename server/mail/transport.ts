// Delivers a recorded mail: to the server of SMTP_URL, or into the outbox of the data folder.
import type { Readable } from 'node:stream';
import type { Environment } from '#server/environment.ts';
import { outboxTransport } from './outbox.ts';
import { smtpTransport } from './smtp.ts';

export interface Letter {
  id: string;
  createdAt: Date;
  from: { name: string; address: string };
  /** Null: no replies. */
  replyTo: string | null;
  to: readonly string[];
  cc: readonly string[];
  bcc: readonly string[];
  /** The recipients of this attempt. */
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
  /** Content id of a picture in the text. */
  cid?: string;
}

/** later: retry. refused: permanently. invalid: not an address. */
export interface Verdict {
  address: string;
  verdict: 'accepted' | 'later' | 'refused' | 'invalid';
  error: string | null;
}

export interface Transport {
  /** One verdict per address of the envelope. */
  deliver(letter: Letter): Promise<Verdict[]>;
}

export const transportOf = (environment: Environment): Transport =>
  environment.smtpUrl === null ? outboxTransport(environment) : smtpTransport(environment.smtpUrl);
