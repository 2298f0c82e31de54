// Tables of billing without an entity.
import { type Held, nobodys } from '#server/privacy/personal.ts';

export const billingPeople: Held = nobodys({
  billing_counters: 'numéros des pièces',
  paper_letters: 'les envois ; adresses et textes sont effacés dès que l’e-mail est écrit',
  invoice_recurrence_runs: 'les périodes facturées par les abonnements',
  payment_seals: 'la chaîne des paiements, sans nom',
  payment_closures: 'les clôtures des paiements',
  invoice_states: 'les états des factures',
  invoice_event_keys: 'le secret des états de factures',
  invoice_papers: 'les PDF des pièces émises, par leur empreinte',
});
