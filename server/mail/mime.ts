// A letter as the mail library wants it. Everything somebody wrote goes in as a value of its own, never as a line.
import type { SendMailOptions } from 'nodemailer';
import type { Letter } from './transport.ts';

/** As objects: an address that holds a comma stays one recipient. */
export const people = (addresses: readonly string[]): { name: string; address: string }[] =>
  addresses.map((address) => ({ name: '', address }));

export const addressIn = (mailFrom: string): string => /<([^<>]+)>/.exec(mailFrom)?.[1] ?? mailFrom.trim();

export function mimeOf(letter: Letter): SendMailOptions {
  const { id, from, replyTo } = letter;
  return {
    // The same at every attempt: whoever receives a mail twice can tell.
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
    // Files and addresses are ours to read, not the library's.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
