// What the mail of a new or changed instruction says. Staff and customers read the instruction itself behind the sign-in,
// for it may hold codes; an agent has no screen for it before the field mode, so that his mail holds its words.
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
  /** As the server let it in. */
  content: string | null;
  /** Pictures or files that no mail carries. */
  hasMore: boolean;
  site: { id: string; name: string };
  isNew: boolean;
  /** Its name. */
  agency: string;
}

const screens = { staff: 'sites', customer: 'customerSites' } as const;

/** Far above what somebody reads before a service; the whole is kept by the agency. */
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
