// What people send to the platform: an improvement request (AB-037), a referral (AB-038). Both modules are off by default.
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { namesSite } from '../kernel/site-address.ts';
import { emailAddress } from '../session/credentials.ts';
import { filled, plain } from './texts.ts';

export const longestFeedback = 4_000;
export const mostFeedbacks = 20;
export const mostReferrals = 5;
export const mostReferralsOfAgency = 10;
/** Days in which an address is written to once, whoever asks. */
export const referralPause = 30;
export const longestReferral = 1_000;

export const guideMessages = {
  closed: 'Ce module n’est pas ouvert.',
  manyFeedbacks: `${mostFeedbacks} demandes par jour au plus : réessayez demain.`,
  manyReferrals: `${mostReferrals} parrainages par jour au plus : réessayez demain.`,
  manyOfAgency: `${mostReferralsOfAgency} parrainages par jour et par agence au plus : réessayez demain.`,
  onTrial: 'Le parrainage s’ouvre avec votre abonnement, après l’essai gratuit.',
  noAddress: 'Votre message ne peut pas contenir d’adresse de site.',
  referredAgain: 'Cette adresse a déjà reçu une recommandation récemment.',
  staffOnly: 'Le parrainage est réservé à l’équipe d’une agence.',
  changed: 'Quelqu’un d’autre a enregistré entre-temps : rechargez la page avant d’enregistrer.',
  missingFile: 'Fichier introuvable',
  missingVideo: 'Vidéo introuvable',
} as const;

export const giveFeedback = endpoint({
  name: 'giveFeedback',
  method: 'POST',
  path: '/feedback',
  mounts: { agency: 'signedIn', agent: 'signedIn', customer: 'signedIn' },
  summary: 'Proposer une amélioration',
  input: z.strictObject({
    message: filled(longestFeedback),
    /** The name of the screen that it is about. */
    page: plain(60).nullish(),
  }),
  output: z.strictObject({ feedback: z.strictObject({ id: z.uuid() }) }),
});

export const sendReferral = endpoint({
  name: 'sendReferral',
  method: 'POST',
  path: '/sponsor',
  mounts: { root: 'signedIn' },
  summary: 'Recommander la plateforme à une agence, par e-mail',
  input: z.strictObject({
    email: emailAddress,
    message: plain(longestReferral)
      // The mail has one address, the platform’s own.
      .refine((text) => !namesSite(text), guideMessages.noAddress)
      .nullish(),
  }),
});
