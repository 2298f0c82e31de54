// Converts a letter for the mail library. User input is passed as separate values, never as header lines.
import type { SendMailOptions } from 'nodemailer';
import type { Letter } from './transport.ts';

/** As objects, so that an address with a comma stays one recipient. */
export const people = (addresses: readonly string[]): { name: string; address: string }[] =>
  addresses.map((address) => ({ name: '', address }));

export const addressIn = (mailFrom: string): string => /<([^<>]+)>/.exec(mailFrom)?.[1] ?? mailFrom.trim();

export function mimeOf(letter: Letter): SendMailOptions {
  const { id, from, replyTo } = letter;
  return {
    // The same at every attempt, so that duplicates can be recognised.
    messageId: `<${id}@${from.address.split('@').at(-1)}>`,
    date: letter.createdAt,
    from: { ...from },
    ...(replyTo === null ? { headers: { 'Auto-Submitted': 'auto-generated' } } : { replyTo: people([replyTo]) }),
    to: people(letter.to),
    cc: people(letter.cc),
    subject: letter.subject,
    text: letter.text,
    html: letter.html,
    attachments: letter.attachments.map((one) => ({ ...one })),
    // The library must not read files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
