// Tables of payments without an entity: they are about agencies, not about people.
import { type Held, nobodys } from '#server/privacy/personal.ts';

export const paymentPeople: Held = nobodys({
  agency_invoice_papers: 'les PDF des factures d’abonnement, par leur empreinte',
  payment_charges: 'les encaissements chez les prestataires',
  payment_events: 'les messages reçus des prestataires',
  payment_settings: 'le délai de suspension',
  payment_methods: 'les moyens de paiement de l’agence, masqués',
  payment_customers: 'le client de l’agence chez le prestataire',
  payment_setups: 'les visites chez le prestataire',
  subscription_agreements: 'les accords d’abonnement de l’agence',
});
