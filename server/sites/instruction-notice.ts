// What people are told about a new or changed instruction. It contains neither its text nor its title, which may hold codes:
// it is read after sign-in, where the reading is recorded.
import type { Mail } from '#server/mail/mailer.ts';
import type { Notice } from '#server/notifications/notify.ts';

export interface InstructionNews {
  id: string;
  site: { id: string; name: string };
  isNew: boolean;
  /** The time of the change: each change is told. */
  at: Date;
}

const screens = { agent: 'my-planning', staff: 'sites', customer: 'customerSites' } as const;
type Audience = keyof typeof screens;

const linkOf = ({ id, site }: InstructionNews, audience: Audience): string =>
  `/${screens[audience]}?instructions=${site.id}&instruction=${id}`;

const titleOf = ({ isNew, site }: InstructionNews): string =>
  `${isNew ? 'Nouvelle consigne' : 'Consigne modifiée'} pour ${site.name}`;

function textsOf({ site, isNew }: InstructionNews, audience: Audience): string[] {
  return [
    isNew
      ? `Une nouvelle consigne vient d’être ajoutée pour le site « ${site.name} ».`
      : `Une consigne du site « ${site.name} » vient d’être modifiée.`,
    audience === 'agent'
      ? 'Merci d’en prendre connaissance avant votre prochain service sur ce site.'
      : 'Merci d’en prendre connaissance.',
  ];
}

const action = 'Lire la consigne';

export const instructionNotice = (news: InstructionNews, audience: 'agent' | 'staff', to: Notice['to']): Notice => ({
  to,
  event: `${news.id} ${news.at.toISOString()}`,
  title: titleOf(news),
  text: textsOf(news, audience).join('\n'),
  link: linkOf(news, audience),
  action,
});

/** Contacts of a customer get mails only. */
export function customerMail(
  to: { address: string; firstname: string },
  news: InstructionNews,
  { agency, url }: { agency: string; url: string },
): Mail {
  const title = titleOf(news);
  return {
    to: to.address,
    subject: `${agency} : ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
    paragraphs: [`Bonjour ${to.firstname},`, ...textsOf(news, 'customer')],
    action: { label: action, url: `${url}/#${linkOf(news, 'customer')}` },
  };
}
