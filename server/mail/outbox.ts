// Mail without a mail server: each message is a file of the data folder, as it would have left.
import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Environment } from '#server/environment.ts';
import { messageOf } from './layout.ts';
import type { Mailer } from './mailer.ts';

export function outboxMailer({ dataDir, mailFrom }: Environment): Mailer {
  const folder = join(dataDir, 'outbox');
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    send: async (mail) => {
      const { message } = await composer.sendMail({ ...messageOf(mail), from: mailFrom });
      // In the order of sending by name; the links inside open accounts, so nobody else reads the folder.
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}`;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const draft = join(folder, `.${name}.part`);
      await writeFile(draft, message as Buffer, { mode: 0o600, flag: 'wx' });
      await rename(draft, join(folder, `${name}.eml`));
    },
  };
}
