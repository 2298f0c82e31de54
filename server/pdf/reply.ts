import { Readable } from 'node:stream';
import { FileReply } from '#server/kernel/call.ts';

/** A generated document. */
export const fileReply = (content: Buffer, name: string, mimeType: string): never =>
  new FileReply({ content: Readable.from([content]), name, mimeType, size: content.length, inline: true }) as never;
