// Read uploaded files, send files.
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
      // Parse errors of the multipart parser have no status.
      throw (error as { statusCode?: number }).statusCode ? error : unreadable();
    });
    if (part.done) return;
    const { filename, file } = part.value;
    // The upload was cut off: answer 400 before anybody reads the file.
    if (file.errored) throw unreadable();
    file.once('error', (error: { statusCode?: number }) => {
      error.statusCode ??= 400;
    });
    yield { name: filename ?? '', content: file };
  }
}

/** No code in a file may run in the browser: the type is explicit, never sniffed, and scripts are blocked. */
export function sendFile(reply: FastifyReply, file: FileReply): FastifyReply {
  const isRead = file.inline && file.mimeType === 'application/pdf';
  const name = encodeURIComponent(file.name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  reply.headers({
    'content-type': file.mimeType,
    'content-disposition': `${file.inline ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`,
    // The browser's PDF reader is isolated from pages anyway, and refuses to start in a sandbox.
    'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'${isRead ? '' : '; sandbox'}`,
    'cache-control': 'private, no-store',
  });
  if (file.size !== null) reply.header('content-length', file.size);
  return reply.send(file.content);
}
