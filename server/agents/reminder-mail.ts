// The text of the morning mails: one per recipient.

import { daysUntil } from '#core/agents/expiry.ts';
import { type Reminder, type ReminderWords, reminderText } from '#core/agents/reminders.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { subjectOf } from '#core/mail/words.ts';
import type { Mail } from '#server/mail/mailer.ts';

export interface Ending {
  /** « Carte professionnelle », « CDD », « Radio ». */
  what: string;
  number: string | null;
  fullname: string;
  expiresAt: string;
  renewBefore: string | null;
  steps: readonly Reminder[];
}

export interface Place extends ReminderWords {
  agency: string;
  /** The agency's own; null: by who is told. */
  subject: string | null;
  url: string;
  today: string;
}

export interface Recipient {
  address: string;
  name: string;
}

/** More entries are for the screen, not for a mail. */
const most = 60;

const inDays = (left: number): string => {
  if (left === 0) return 'aujourd’hui';
  if (left < 0) return left === -1 ? 'depuis hier' : `depuis ${-left} jours`;
  return left === 1 ? 'demain' : `dans ${left} jours`;
};

function sentence({ what, number, expiresAt, renewBefore, steps }: Ending, today: string, whose: string): string {
  const left = daysUntil(expiresAt, today);
  const named = [what, number && `n° ${number}`].filter(Boolean).join(' ');
  const ends = `${left < 0 ? 'expiré' : 'expire'} ${left < 0 ? `depuis le ${frenchDay(expiresAt)}` : `le ${frenchDay(expiresAt)}`} (${inDays(left)})`;
  const renewal =
    steps.includes('renewal') && renewBefore ? ` ; renouvellement à demander avant le ${frenchDay(renewBefore)}` : '';
  return `${whose}${named} : ${ends}${renewal}.`;
}

const list = (endings: readonly Ending[], today: string, whose: (ending: Ending) => string): string[] => {
  const shown = endings.slice(0, most).map((ending) => `• ${sentence(ending, today, whose(ending))}`);
  const rest = endings.length - shown.length;
  return rest > 0 ? [...shown, `… et ${rest} de plus, dans la liste.`] : shown;
};

const counted = (count: number): string => (count > 1 ? `${count} échéances` : 'une échéance');

const around = (lines: string[], name: string, { agency, today, ...words }: Place): string[] =>
  reminderText(words, lines, {
    agence: agency,
    destinataire: name,
    document: 'Expirations',
    date: frenchDay(today),
  });

const subjectFor = ({ subject, agency, today }: Place, name: string, usual: string): string =>
  subject?.trim()
    ? subjectOf(
        'expiration',
        { subject },
        { agence: agency, destinataire: name, document: 'Expirations', date: frenchDay(today) },
      )
    : usual;

export const staffMail = ({ address, name }: Recipient, endings: readonly Ending[], place: Place): Mail => ({
  to: address,
  subject: subjectFor(place, name, `${place.agency} : ${counted(endings.length)} à suivre`),
  paragraphs: around(
    list(endings, place.today, ({ fullname }) => `${fullname} – `),
    name,
    place,
  ),
  action: { label: 'Voir les expirations', url: `${place.url}/#/listAgencyExpirations` },
});

export const agentMail = ({ address, name }: Recipient, endings: readonly Ending[], place: Place): Mail => ({
  to: address,
  subject: subjectFor(
    place,
    name,
    `${place.agency} : ${endings.length > 1 ? 'vos documents arrivent' : 'un de vos documents arrive'} à échéance`,
  ),
  paragraphs: around(
    [
      ...list(endings, place.today, () => ''),
      'Merci de préparer le renouvellement et d’en remettre une copie à votre agence.',
    ],
    name,
    place,
  ),
});
