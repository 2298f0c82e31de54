// Mail through the server that SMTP_URL names.
import { createTransport } from 'nodemailer';
import type { Environment } from '#server/environment.ts';
import { messageOf } from './layout.ts';
import type { Mailer } from './mailer.ts';

export function smtpMailer({ mailFrom }: Environment, url: string): Mailer {
  // Somebody waits for the answer of an invitation: a mute server is given up in time.
  const transport = createTransport({ url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 });
  return {
    send: async (mail) => {
      await transport.sendMail({ ...messageOf(mail), from: mailFrom });
    },
  };
}
