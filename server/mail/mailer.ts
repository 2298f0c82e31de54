// The one way a mail leaves: the interface is final, SMTP and the outbox stand behind it.

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
