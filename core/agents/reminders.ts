// Who is told, and when, that a paper, a contract or a piece of equipment runs out.

import * as z from 'zod';
import { filledIn, type TemplateVariable } from '../agencies/templates.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { daysUntil, expiryThresholds } from './expiry.ts';

/** Days before the end; and the day from which a renewal has to be asked for. */
export const reminderSteps = [0, expiryThresholds.SOON, expiryThresholds.WATCH, expiryThresholds.NEXT] as const;
export type Reminder = `${(typeof reminderSteps)[number]}` | 'renewal';

/** What ended longer ago is no news: it stands in the list. */
const oldNews = 30;

/** What is to be told this morning; `sent` was told before. A step that was missed is made up for by the next. */
export function remindersDue(
  { expiresAt, renewBefore }: { expiresAt: string; renewBefore: string | null },
  today: string,
  sent: readonly string[],
): Reminder[] {
  const left = daysUntil(expiresAt, today);
  if (left < -oldNews) return [];
  const step = reminderSteps.find((days) => left <= days);
  const due: Reminder[] = [];
  // Told of thirty days, nobody is then told of sixty.
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
  mounts: { agency: ['listAgentExpirations', 'listAgentContractExpirations', 'listAgentItemExpirations'] },
  summary: 'Combien de documents, de contrats et de matériels expirent, par état ; nul : sans droit de les lister',
  output: z.strictObject({
    expirations: z.strictObject({
      agentExpirations: counts.nullable(),
      agentContractExpirations: counts.nullable(),
      agentItems: counts.nullable(),
    }),
  }),
});

/** The agency's own words around the list (`agentExpirationSettings`). */
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

/** The mail's paragraphs: what follows the last blank line of the message is the greeting at the end, before the footer. */
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
