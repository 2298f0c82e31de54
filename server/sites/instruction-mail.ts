// The mail about a new or changed instruction. Staff and customers read the instruction after sign-in, because it may
// contain codes. Agents have no screen for it yet, so their mail contains its text.
import { textOfHtml } from '#core/kernel/html.ts';
import type { Mail } from '#server/mail/mailer.ts';

export interface Recipient {
  address: string;
  firstname: string;
  audience: 'agent' | 'staff' | 'customer';
  /** A contact may have an address and no account. */
  hasAccount: boolean;
}

export interface InstructionNews {
  id: string;
  title: string;
  /** Sanitised HTML. */
  content: string | null;
  /** The instruction has pictures or files, which the mail does not contain. */
  hasMore: boolean;
  site: { id: string; name: string };
  isNew: boolean;
  /** Name of the agency. */
  agency: string;
}

const screens = { staff: 'sites', customer: 'customerSites' } as const;

/** Longer than anybody reads before a service; the agency has the whole text. */
const longest = 10_000;

function wordsOf({ content, hasMore, agency }: InstructionNews): string[] {
  const text = textOfHtml(content ?? '');
  const cut = text.length > longest;
  const lines = (cut ? `${text.slice(0, longest)}…` : text).split('\n').filter((line) => line !== '');
  return [
    ...(lines.length > 0 ? lines : ['Aucune description renseignée']),
    ...(cut ? [`Le texte est plus long : demandez la suite à ${agency}.`] : []),
    ...(hasMore ? [`Elle comporte aussi des images ou des pièces jointes : demandez-les à ${agency}.`] : []),
  ];
}

export function instructionMail(to: Recipient, news: InstructionNews, brand: { name: string; url: string }): Mail {
  const { id, title, site, isNew, agency } = news;
  const head = {
    to: to.address,
    subject: `${agency} : ${isNew ? 'nouvelle consigne' : 'consigne modifiée'} pour ${site.name}`,
  };
  const opening = [
    `Bonjour ${to.firstname},`,
    isNew
      ? `La consigne « ${title} » vient d’être ajoutée pour le site « ${site.name} ».`
      : `La consigne « ${title} » du site « ${site.name} » vient d’être modifiée.`,
  ];
  if (to.audience === 'agent') {
    const closing = 'Merci d’en prendre connaissance avant votre prochain service sur ce site.';
    return { ...head, paragraphs: [...opening, ...wordsOf(news), closing] };
  }
  const url = `${brand.url}/#/${screens[to.audience]}?instructions=${site.id}&instruction=${id}`;
  return {
    ...head,
    paragraphs: [
      ...opening,
      'Merci d’en prendre connaissance.',
      ...(to.hasAccount ? [] : [`Pour la lire dans ${brand.name}, demandez à ${agency} de vous ouvrir un accès.`]),
    ],
    ...(to.hasAccount ? { action: { label: 'Lire la consigne', url } } : {}),
  };
}
