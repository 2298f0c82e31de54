// Sends mail through the server of SMTP_URL.
import { domainToASCII } from 'node:url';
import { createTransport } from 'nodemailer';
import { mimeOf, people } from './mime.ts';
import type { Letter, Transport, Verdict } from './transport.ts';

interface SmtpError extends Error {
  code?: string;
  responseCode?: number;
  recipient?: string;
  rejectedErrors?: SmtpError[];
}

/** RFC 5321, 4.2.1: 4yz may succeed later, 5yz will not. A refused password of ours is not a bounce. */
function verdictOf(error: SmtpError): Verdict['verdict'] {
  if (error.code === 'EAUTH') return 'later';
  if (error.responseCode !== undefined) return error.responseCode >= 500 ? 'refused' : 'later';
  return error.code === 'EENVELOPE' ? 'invalid' : 'later';
}

/** The library writes international domains in ASCII. */
function plain(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1))}`.toLowerCase();
}

/** The verdict on each address; an error of the whole mail applies to addresses without their own. */
function verdictsOf({ envelope }: Letter, whole: SmtpError | null, singled: readonly SmtpError[]): Verdict[] {
  return envelope.map((address) => {
    const error = singled.find(({ recipient }) => recipient && plain(recipient) === plain(address)) ?? whole;
    return error
      ? { address, verdict: verdictOf(error), error: error.message }
      : { address, verdict: 'accepted', error: null };
  });
}

export function smtpTransport(url: string): Transport {
  const transport = createTransport({ url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 });
  return {
    deliver: async (letter) => {
      try {
        const sent = (await transport.sendMail({
          ...mimeOf(letter),
          envelope: { from: letter.from.address, to: people(letter.envelope) as never },
        })) as { rejectedErrors?: SmtpError[] };
        return verdictsOf(letter, null, sent.rejectedErrors ?? []);
      } catch (error) {
        const failure = error as SmtpError;
        return verdictsOf(letter, failure, failure.rejectedErrors ?? []);
      }
    },
  };
}
