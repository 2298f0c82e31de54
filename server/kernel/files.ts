// Files on their way in and out of a call.
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem, wireMessages } from '#core/kernel/problem.ts';
import type { FileReply } from './call.ts';

export async function* filesOf(request: FastifyRequest): AsyncGenerator<{ name: string; content: Readable }> {
  if (!request.isMultipart()) throw new Problem('invalid', wireMessages.missingParameters);
  for await (const part of request.files()) yield { name: part.filename ?? '', content: part.file };
}

/** Nothing of a file runs in the reader's browser: types are told, not guessed, and scripts of any kind are shut out. */
export function sendFile(reply: FastifyReply, file: FileReply): FastifyReply {
  const name = encodeURIComponent(file.name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  reply.headers({
    'content-type': file.mimeType,
    'content-disposition': `${file.inline ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`,
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'cache-control': 'private, no-store',
  });
  if (file.size !== null) reply.header('content-length', file.size);
  return reply.send(file.content);
}
