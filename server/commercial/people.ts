// Tables of commercial contracts without an entity.
import { type Held, nobodys } from '#server/privacy/personal.ts';

export const commercialPeople: Held = nobodys({
  commercial_alerts: 'les échéances annoncées',
  billed_services: 'les services portés par les lignes de factures',
  billed_flats: 'les forfaits portés par les lignes de factures',
  billed_parts: 'ce que chaque service apporte à une ligne de facture',
});
