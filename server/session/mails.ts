// What the mails of accounts say.
import { defaultTenant } from '#core/tenant.ts';
import type { Mail } from '#server/mail/mailer.ts';

const { name: brand } = defaultTenant;

export const passwordMail = (to: string, firstname: string, url: string): Mail => ({
  to,
  subject: `${brand} : choisissez un nouveau mot de passe`,
  paragraphs: [
    `Bonjour ${firstname},`,
    'Un nouveau mot de passe a été demandé pour votre compte. Le lien ci-dessous vous permet de le choisir ; il est valable 24 heures et ne sert qu’une fois.',
    'Si vous n’avez rien demandé, ignorez ce message : votre mot de passe reste inchangé.',
  ],
  action: { label: 'Choisir mon mot de passe', url },
});

export const invitationMail = (
  to: string,
  { firstname, company, url }: { firstname: string; company: string; url: string },
): Mail => ({
  to,
  subject: `${company} vous invite sur ${brand}`,
  paragraphs: [
    `Bonjour ${firstname},`,
    `${company} vous ouvre un accès à ${brand}. Le lien ci-dessous vous permet de l’activer ; il est valable 7 jours et ne sert qu’une fois.`,
    'Si vous ne connaissez pas cet expéditeur, ignorez ce message.',
  ],
  action: { label: 'Activer mon accès', url },
});
