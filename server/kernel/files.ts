// Files on their way in and out of a call.
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem, wireMessages } from '#core/kernel/problem.ts';
import type { FileReply } from './call.ts';

const unreadable = (): Problem => new Problem('invalid', 'Demande illisible');

export async function* filesOf(request: FastifyRequest): AsyncGenerator<{ name: string; content: Readable }> {
  if (!request.isMultipart()) throw new Problem('invalid', wireMessages.missingParameters);
  const parts = request.files();
  for (;;) {
    const part = await parts.next().catch((error: unknown) => {
      // What the parser cannot read carries no status of its own.
      throw (error as { statusCode?: number }).statusCode ? error : unreadable();
    });
    if (part.done) return;
    const { filename, file } = part.value;
    // Cut off within a file: the sender's fault, told before whoever reads the file hears of it.
    if (file.errored) throw unreadable();
    file.once('error', (error: { statusCode?: number }) => {
      error.statusCode ??= 400;
    });
    yield { name: filename ?? '', content: file };
  }
}

/** Nothing of a file runs in the reader's browser: types are told, not guessed, and scripts of any kind are shut out. */
export function sendFile(reply: FastifyReply, file: FileReply): FastifyReply {
  const isRead = file.inline && file.mimeType === 'application/pdf';
  const name = encodeURIComponent(file.name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  reply.headers({
    'content-type': file.mimeType,
    'content-disposition': `${file.inline ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`,
    // A browser's own reader of PDF, which runs apart from any page, refuses to start in a sandbox.
    'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'${isRead ? '' : '; sandbox'}`,
    'cache-control': 'private, no-store',
  });
  if (file.size !== null) reply.header('content-length', file.size);
  return reply.send(file.content);
}
