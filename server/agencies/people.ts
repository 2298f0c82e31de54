import { type Held, nobodys, ofAgent } from '#server/privacy/personal.ts';

export const agencyPeople: Held = {
  agency_expiration_recipients: ofAgent('agency_expiration_recipients', 'Rappels d’expirations reçus'),
  agency_alarm_chain: ofAgent('agency_alarm_chain', 'Alertes reçues'),
  ...nobodys({
    agencies: 'sociétés',
    agency_request_types: 'listes de l’agence',
    agency_customer_request_types: 'listes de l’agence',
    agency_salary_element_types: 'listes de l’agence',
    agency_managers: 'dirigeants déclarés au CNAPS, au nom de l’agence',
    agency_subcontractors: 'sociétés',
    counters: 'compteurs',
  }),
};
