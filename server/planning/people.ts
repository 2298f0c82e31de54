// Personal data in the planning: of agents, and of private customers at whose sites they work.
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
  planning_publications: {
    label: 'Publications de la dernière minute',
    where: 't.user_id = any (:users)',
    hides: ['services', 'removals', 'notices'],
    fate: {
      erase: ['delete from planning_publications t where t.agency_id = any (:agencies) and t.user_id = any (:users)'],
    },
  },
  customer_planning_mails: { ...ofCustomer('customer_planning_mails', 'Plannings envoyés au client'), hides: ['hash'] },
  published_service_agents: {
    label: 'Services annoncés',
    where: 't.agent_id = any (:agents)',
    fate: workedHours,
  },
  service_events: {
    label: 'Déroulé des services',
    where: 't.agent_id = any (:agents)',
    hides: ['position'],
    fate: {
      ...workedHours,
      erase: [
        // The author is the name of the account, which may differ from the name of the agent.
        authorOf('service_events'),
        // Lines of support acting for him; lines of a namesake are left alone.
        `update service_events t set author = :name where t.agency_id = any (:agencies) and t.author = :old
          and (t.agent_id = any (:agents) or not exists (select from agents a where a.agency_id = t.agency_id and a.fullname = :old and a.id <> all (:agents)))`,
        'update service_events t set latitude = null, longitude = null, accuracy = null where t.agency_id = any (:agencies) and t.agent_id = any (:agents)',
        // Events at a private customer's home keep their hours, without texts and positions.
        `update service_events t set content = null, latitude = null, longitude = null, accuracy = null where t.agency_id = any (:agencies)
          and t.service_id in (select v.id from services v join sites s on s.agency_id = v.agency_id and s.id = v.site_id
            where v.agency_id = t.agency_id and s.customer_id = any (:customers))`,
      ],
    },
  },
  // Only breaks of published services.
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
    // These show who was assigned, against which warning, and that the service will not take place.
    hides: ['published', 'confirmed', 'removed'],
    // Most rows follow their service; a removed service leaves rows without one.
    fate: {
      erase: [
        `update published_services t set comment = null where t.agency_id = any (:agencies) and t.comment is not null and ${atHis()}`,
      ],
    },
  },
  // Published stops are services, so they are already covered.
  service_stops: { ...emptied('service_stops', 'Étapes de tournées sur ses sites', 'comment = null'), internal: true },
  ...nobodys({ service_series: 'règles de répétition' }),
};
