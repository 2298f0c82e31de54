// What the mail of a new or changed instruction says. The instruction itself stays behind the sign-in: it may hold codes.
import { defaultTenant } from '#core/tenant.ts';
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
  site: { id: string; name: string };
  isNew: boolean;
  /** Its name. */
  agency: string;
}

const screens: Record<Recipient['audience'], string> = { agent: 'home', staff: 'sites', customer: 'customerSites' };

export function instructionMail(
  to: Recipient,
  { id, title, site, isNew, agency }: InstructionNews,
  publicUrl: string,
): Mail {
  const at = to.audience === 'agent' ? '' : `?instructions=${site.id}&instruction=${id}`;
  return {
    to: to.address,
    subject: `${agency} : ${isNew ? 'nouvelle consigne' : 'consigne modifiée'} pour ${site.name}`,
    paragraphs: [
      `Bonjour ${to.firstname},`,
      isNew
        ? `La consigne « ${title} » vient d’être ajoutée pour le site « ${site.name} ».`
        : `La consigne « ${title} » du site « ${site.name} » vient d’être modifiée.`,
      to.audience === 'agent'
        ? 'Merci d’en prendre connaissance avant votre prochain service sur ce site.'
        : 'Merci d’en prendre connaissance.',
      ...(to.hasAccount
        ? []
        : [`Pour la lire dans ${defaultTenant.name}, demandez à ${agency} de vous ouvrir un accès.`]),
    ],
    ...(to.hasAccount
      ? { action: { label: 'Lire la consigne', url: `${publicUrl}/#/${screens[to.audience]}${at}` } }
      : {}),
  };
}
