// The texts of account mails.
import type { Db } from '#server/db/database.ts';
import type { Call } from '#server/kernel/call.ts';
import type { Mail, Within } from '#server/mail/mailer.ts';
import type { Branded } from '#server/tenant/read.ts';

/** The brand of the called host. */
export const brandOf = (call: Call): Branded => call.services.tenants.of(call.host);

/** An account belongs to no agency: its mails belong to the platform, in its transaction. */
export const ofAccount = (call: Call, db: Db, reason: string): Within => ({
  db,
  agency: null,
  caller: call.caller,
  host: call.host,
  reason,
  now: call.now,
});

export const passwordMail = (brand: string, to: string, firstname: string, url: string): Mail => ({
  to,
  subject: `${brand} : choisissez un nouveau mot de passe`,
  paragraphs: [
    `Bonjour ${firstname},`,
    'Un nouveau mot de passe a été demandé pour votre compte. Le lien ci-dessous vous permet de le choisir ; il est valable 24 heures et ne sert qu’une fois.',
    'Si vous n’avez rien demandé, ignorez ce message : votre mot de passe reste inchangé.',
  ],
  action: { label: 'Choisir mon mot de passe', url },
  secret: true,
});

export const emailMail = (brand: string, to: string, firstname: string, url: string): Mail => ({
  to,
  subject: `${brand} : confirmez votre nouvelle adresse`,
  paragraphs: [
    `Bonjour ${firstname},`,
    'Cette adresse a été indiquée pour vous connecter. Le lien ci-dessous la confirme ; il est valable 24 heures et ne sert qu’une fois. Jusque-là, votre ancienne adresse reste la bonne.',
    'Si vous n’avez rien demandé, ignorez ce message.',
  ],
  action: { label: 'Confirmer mon adresse', url },
  secret: true,
});

/** Sent when another account asks for this address: only its owner learns that it has an account. */
export const emailTakenMail = (brand: string, to: string): Mail => ({
  to,
  subject: `${brand} : votre adresse est déjà celle d’un compte`,
  paragraphs: [
    'Bonjour,',
    'Une autre personne, ou vous-même depuis un autre compte, a voulu utiliser cette adresse pour se connecter. Elle est déjà celle de votre compte : rien n’a changé.',
  ],
});

const events = {
  passwordChanged: 'Votre mot de passe a été modifié. Vos autres appareils ont été déconnectés.',
  passwordReset:
    'Un nouveau mot de passe a été choisi par le lien « Mot de passe oublié ? ». Tous vos appareils ont été déconnectés.',
  emailChanged: 'L’adresse e-mail de votre compte a été modifiée : celle-ci ne permet plus de vous connecter.',
  secondFactorEnabled: 'La validation en deux étapes est activée : un code vous sera demandé après votre mot de passe.',
  secondFactorDisabled: 'La validation en deux étapes est désactivée : votre mot de passe suffit de nouveau.',
  secondFactorReset:
    'Le responsable de votre agence a réinitialisé votre validation en deux étapes. Vos appareils ont été déconnectés ; votre mot de passe suffit pour revenir, et vous pourrez la réactiver dans « Mon compte ».',
} as const;

/** The owner of an account must know of these events, in case somebody else caused them. */
export const securityMail = (brand: string, to: string, event: keyof typeof events): Mail => ({
  to,
  subject: `${brand} : la sécurité de votre compte a changé`,
  paragraphs: [
    'Bonjour,',
    events[event],
    'Si vous n’en êtes pas à l’origine, choisissez un nouveau mot de passe par « Mot de passe oublié ? » et prévenez votre agence.',
  ],
});

export const invitationMail = (
  brand: string,
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
  secret: true,
});

/** To the platform's own staff, whose account has no password yet. */
export const staffMail = (brand: string, to: string, firstname: string, url: string): Mail => ({
  to,
  subject: `Votre accès à l’administration de ${brand}`,
  paragraphs: [
    `Bonjour ${firstname},`,
    `Un compte vous est ouvert parmi le personnel de ${brand}. Le lien ci-dessous vous permet de choisir votre mot de passe ; il est valable 7 jours et ne sert qu’une fois.`,
    'Si vous ne connaissez pas cet expéditeur, ignorez ce message.',
  ],
  action: { label: 'Choisir mon mot de passe', url },
  secret: true,
});
