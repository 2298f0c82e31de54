// The one way a mail leaves: the interface is final, SMTP and the outbox stand behind it.
import type { Environment } from '#server/environment.ts';
import { outboxMailer } from './outbox.ts';
import { smtpMailer } from './smtp.ts';

export interface Mail {
  to: string;
  subject: string;
  /** Plain paragraphs; the layout is added by the mailer. */
  paragraphs: string[];
  /** One button under the text. */
  action?: { label: string; url: string };
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
}

export const createMailer = (environment: Environment): Mailer =>
  environment.smtpUrl === null ? outboxMailer(environment) : smtpMailer(environment, environment.smtpUrl);
