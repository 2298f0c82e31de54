// What the planning holds of those who work, and of the private customers on whose sites they do.
import {
  atHis,
  authorOf,
  emptied,
  type Held,
  nobodys,
  ofAgent,
  ofCustomer,
  workedHours,
} from '#server/privacy/personal.ts';

export const planningPeople: Held = {
  agent_calendars: {
    label: 'Adresse d’agenda',
    where: 't.agent_id = any (:agents)',
    hides: ['hash'],
    fate: {
      erase: [
        'delete from agent_calendars t where t.agency_id = any (:agencies) and t.agent_id = any (:agents)',
        authorOf('agent_calendars'),
      ],
    },
  },
  agent_planning_mails: { ...ofAgent('agent_planning_mails', 'Plannings envoyés'), hides: ['hash'] },
  customer_planning_mails: { ...ofCustomer('customer_planning_mails', 'Plannings envoyés au client'), hides: ['hash'] },
  published_service_agents: {
    label: 'Services annoncés',
    where: 't.agent_id = any (:agents)',
    fate: workedHours,
  },
  service_events: {
    label: 'Déroulé des services',
    where: 't.agent_id = any (:agents)',
    fate: {
      ...workedHours,
      erase: [
        // Whoever told it is there by the name of his account, which may be another than that of his sheet.
        authorOf('service_events'),
        // Support acted for him; a namesake's lines are left alone.
        `update service_events t set author = :name where t.agency_id = any (:agencies) and t.author = :old
          and (t.agent_id = any (:agents) or not exists (select from agents a where a.agency_id = t.agency_id and a.fullname = :old and a.id <> all (:agents)))`,
        'update service_events t set latitude = null, longitude = null, accuracy = null where t.agency_id = any (:agencies) and t.agent_id = any (:agents)',
        // What happened at a private customer's home stays as hours, without words and places.
        `update service_events t set content = null, latitude = null, longitude = null, accuracy = null where t.agency_id = any (:agencies)
          and t.service_id in (select v.id from services v join sites s on s.agency_id = v.agency_id and s.id = v.site_id
            where v.agency_id = t.agency_id and s.customer_id = any (:customers))`,
      ],
    },
  },
  // Only of services that were announced.
  service_breaks: {
    label: 'Pauses et écarts horaires',
    where: `t.agent_id = any (:agents) and exists (select from published_services v where v.agency_id = t.agency_id and v.id = t.service_id)`,
    fate: workedHours,
  },
  service_consents: {
    label: 'Accords donnés à un changement de planning',
    where: 't.agent_id = any (:agents)',
    fate: {
      keep: 'Preuve de l’accord du salarié (art. 7.07.3)',
      rule: 'staffFiles',
      erase: [authorOf('service_consents')],
    },
  },
  published_services: {
    label: 'Services annoncés sur ses sites',
    where: atHis(),
    // Who was put there, against which warning, and that it will not take place after all.
    hides: ['published', 'confirmed', 'removed'],
    // Most follow their service; those that are gone from the planning have none to follow.
    fate: {
      erase: [
        `update published_services t set comment = null where t.agency_id = any (:agencies) and t.comment is not null and ${atHis()}`,
      ],
    },
  },
  // Those that he was told of are services of theirs.
  service_stops: { ...emptied('service_stops', 'Étapes de tournées sur ses sites', 'comment = null'), internal: true },
  ...nobodys({ service_series: 'règles de répétition' }),
};
