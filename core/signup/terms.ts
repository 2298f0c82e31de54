// The terms of sign-up, for a brand that publishes none of its own.
import { freeTrial } from '../subscriptions/subscription.ts';

const trial = `<p>L’essai est gratuit pendant ${freeTrial.days} jours, sans engagement et sans moyen de paiement. Il s’arrête de lui-même : rien n’est facturé sans une commande de votre part.</p>`;

/** `sold`: the brand sells subscriptions, so there is a trial. */
export const usualTerms = (sold: boolean): string =>
  [
    sold ? trial : '',
    '<p>Vous inscrivez une entreprise que vous représentez ou pour laquelle vous êtes habilité à agir, avec son propre numéro SIRET.</p>',
    '<p>Les données que vous saisissez restent les vôtres. Vous pouvez les exporter tant que votre accès est ouvert, les obtenir sur demande ensuite, et demander leur suppression ; aucune n’est transmise à une autre agence.</p>',
    '<p>Vous êtes responsable des comptes que vous ouvrez et du respect de la réglementation de la sécurité privée par votre entreprise.</p>',
  ].join('');
