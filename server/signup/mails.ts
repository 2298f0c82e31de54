// The mails of sign-up. They repeat nothing that was typed: anybody can type the address of somebody else.
import { signUpMessages } from '#core/signup/signup.ts';
import type { Mail } from '#server/mail/mailer.ts';

const notYou = 'Si vous n’avez rien demandé, ignorez ce message : rien n’a été créé.';

export const confirmationMail = (brand: string, to: string, url: string): Mail => ({
  to,
  subject: `${brand} : confirmez votre inscription`,
  paragraphs: [
    'Bonjour,',
    'Une agence de sécurité vient d’être inscrite avec cette adresse. Le lien ci-dessous confirme votre adresse, vous fait choisir votre mot de passe et ouvre votre agence ; il est valable 24 heures et ne sert qu’une fois.',
    notYou,
  ],
  action: { label: 'Confirmer mon inscription', url },
  secret: true,
});

export const knownAccountMail = (brand: string, to: string, url: string): Mail => ({
  to,
  subject: `${brand} : vous avez déjà un compte`,
  paragraphs: [
    'Bonjour,',
    'Une agence vient d’être inscrite avec cette adresse, qui est déjà celle de votre compte : rien n’a été créé. Connectez-vous, au besoin par « Mot de passe oublié ? ». Pour ouvrir une autre agence avec ce compte, écrivez-nous.',
    notYou,
  ],
  action: { label: 'Me connecter', url },
});

export const knownSirenMail = (brand: string, to: string): Mail => ({
  to,
  subject: `${brand} : cette agence est déjà inscrite`,
  paragraphs: ['Bonjour,', signUpMessages.knownSiren, notYou],
});
