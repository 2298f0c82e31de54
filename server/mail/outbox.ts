// Mail without a mail server: each message becomes a file in the data folder.
import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Environment } from '#server/environment.ts';
import { mimeOf } from './mime.ts';
import type { Transport } from './transport.ts';

export function outboxTransport({ dataDir }: Environment): Transport {
  const folder = join(dataDir, 'outbox');
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    deliver: async (letter) => {
      const { message } = await composer.sendMail(mimeOf(letter));
      const hidden = letter.bcc.length > 0 ? [`X-Vigie-Bcc: ${letter.bcc.join(', ').replace(/[\r\n]/g, ' ')}\n`] : [];
      // File names sort by time; a repeated delivery overwrites its file. The links inside open accounts, so only the owner
      // may read the folder.
      const name = `${letter.createdAt.toISOString().replaceAll(':', '-')}-${letter.id}`;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const draft = join(folder, `.${name}.${randomBytes(4).toString('hex')}.part`);
      await writeFile(draft, Buffer.concat([...hidden.map((line) => Buffer.from(line)), message as Buffer]), {
        mode: 0o600,
        flag: 'wx',
      });
      await rename(draft, join(folder, `${name}.eml`));
      return letter.envelope.map((address) => ({ address, verdict: 'accepted' as const, error: null }));
    },
  };
}
