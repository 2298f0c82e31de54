// When to remind people that a paper, a contract or equipment expires.

import * as z from 'zod';
import { filledIn, type TemplateVariable } from '../agencies/templates.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { daysUntil, expiryThresholds } from './expiry.ts';

/** Days before the end. « renewal »: the day from which a renewal must be requested. */
export const reminderSteps = [0, expiryThresholds.SOON, expiryThresholds.WATCH, expiryThresholds.NEXT] as const;
export type Reminder = `${(typeof reminderSteps)[number]}` | 'renewal';

/** Days after the end; later there is no reminder, only the list shows it. */
const oldNews = 30;

/** The reminders to send today; `sent` are those already sent. A missed step is covered by the next one. */
export function remindersDue(
  { expiresAt, renewBefore }: { expiresAt: string; renewBefore: string | null },
  today: string,
  sent: readonly string[],
): Reminder[] {
  const left = daysUntil(expiresAt, today);
  if (left < -oldNews) return [];
  const step = reminderSteps.find((days) => left <= days);
  const due: Reminder[] = [];
  // After the reminder of thirty days, the one of sixty is not sent.
  if (step !== undefined && !reminderSteps.some((days) => days <= step && sent.includes(String(days))))
    due.push(`${step}`);
  if (renewBefore !== null && renewBefore <= today && left > 0 && !sent.includes('renewal')) due.push('renewal');
  return due;
}

const counts = z.strictObject({ EXPIRED: z.int(), SOON: z.int(), WATCH: z.int(), NEXT: z.int() });
export type ExpirationCounts = z.output<typeof counts>;

export const countExpirations = endpoint({
  name: 'countExpirations',
  method: 'GET',
  path: '/expirations',
  mounts: {
    agency: [
      'listAgentExpirations',
      'listAgentContractExpirations',
      'listAgentItemExpirations',
      'listStockReferenceExpirations',
      'listCustomerContractExpirations',
      'listDocuments',
    ],
  },
  summary: 'Combien de documents, de contrats et de matériels expirent, par état ; nul : sans droit de les lister',
  madeOf: ['agent', 'document', 'stockReferenceAction', 'commercialContract'],
  output: z.strictObject({
    expirations: z.strictObject({
      agentExpirations: counts.nullable(),
      agentContractExpirations: counts.nullable(),
      agentItems: counts.nullable(),
      stockReferences: counts.nullable(),
      customerContracts: counts.nullable(),
      documents: counts.nullable(),
    }),
  }),
});

/** The agency's own text around the list (`agentExpirationSettings`). */
export interface ReminderWords {
  header: string | null;
  message: string | null;
  footer: string | null;
}

const usualWords = 'Bonjour {destinataire},\n\nVoici ce qui arrive à échéance.';

const paragraphsOf = (text: string | null): string[] =>
  (text ?? '')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');

/** Paragraphs of the mail. The last paragraph of the message is the greeting: it goes after the list, before the footer. */
export function reminderText(
  { header, message, footer }: ReminderWords,
  lines: readonly string[],
  words: Readonly<Partial<Record<TemplateVariable, string>>>,
): string[] {
  const [first, middle, last] = [header, message?.trim() || usualWords, footer].map((text) =>
    paragraphsOf(text === null ? null : filledIn(text, words)),
  ) as [string[], string[], string[]];
  const end = middle.length > 2 ? middle.length - 1 : middle.length;
  return [...first, ...middle.toSpliced(end, 0, ...lines), ...last];
}
