// Requests of a demo agency, of its collaborators and of its customers, at every status, with their conversations.
import type { RequestKind } from '#core/requests/status.ts';
import type { DemoAgency } from '#demo/index.ts';
import type { Db } from '#server/db/database.ts';

interface Asked {
  /** Of whom: 0 is the person of the demo account, the others in turn. */
  who: number;
  type: string;
  subject: string;
  content?: string;
  status: number;
  /** Days ago. */
  ago: number;
  /** Days from now, first and last. */
  leave?: [number, number];
  amount?: number;
  says?: readonly [side: 'REQUESTER' | 'AGENCY', text: string][];
}

const ofAgents: readonly Asked[] = [
  {
    ...{ who: 0, type: 'Congés', subject: 'Une semaine en famille', status: 100, ago: 1, leave: [6, 10] },
    content: 'Mariage de ma sœur à Lyon. Je peux remplacer un collègue la semaine suivante.',
  },
  {
    ...{ who: 0, type: 'Attestation', subject: 'Attestation d’employeur pour un logement', status: 200, ago: 12 },
    says: [
      ['REQUESTER', 'Il me la faudrait avant vendredi, si possible.'],
      ['AGENCY', 'Elle est parmi vos documents depuis ce matin.'],
    ],
  },
  {
    ...{ who: 0, type: 'Matériel', subject: 'Lampe torche de service', status: 400, ago: 5 },
    content: 'La mienne ne tient plus la charge au-delà de deux heures.',
    says: [['AGENCY', 'La commande part le mois prochain : prenez celle du poste d’ici là.']],
  },
  { who: 1, type: 'Acompte', subject: 'Acompte sur le mois en cours', status: 100, ago: 0, amount: 400 },
  {
    ...{ who: 2, type: 'Congés', subject: 'Pont de fin de mois', status: 100, ago: 2, leave: [12, 15] },
    says: [
      ['AGENCY', 'Le vendredi est tendu sur l’entrepôt : le lundi vous irait-il ?'],
      ['REQUESTER', 'Oui, du samedi au mardi me va aussi.'],
    ],
  },
  {
    who: 3,
    type: 'Autre',
    subject: 'Changer de site de nuit',
    status: 100,
    ago: 3,
    content: 'Le trajet dépasse une heure.',
  },
  {
    who: 4,
    type: 'Acompte',
    subject: 'Frais de voiture',
    status: 300,
    ago: 9,
    amount: 900,
    says: [['AGENCY', 'Deux acomptes ont déjà été versés ce mois-ci.']],
  },
  { who: 5, type: 'Matériel', subject: 'Chaussures de sécurité, pointure 44', status: 200, ago: 20 },
  {
    who: 6,
    type: 'Congés',
    subject: 'Congé pour déménagement',
    status: 300,
    ago: 15,
    leave: [3, 4],
    says: [['AGENCY', 'Personne ne peut vous remplacer ces deux jours-là.']],
  },
  { who: 7, type: 'Attestation', subject: 'Attestation Pôle emploi', status: 100, ago: 4 },
  {
    who: 8,
    type: 'Autre',
    subject: 'Formation SSIAP 2',
    status: 400,
    ago: 30,
    says: [['AGENCY', 'Au prochain plan de formation.']],
  },
];

const ofCustomers: readonly Asked[] = [
  {
    ...{ who: 0, type: 'Prestation supplémentaire', subject: 'Un agent de plus samedi soir', status: 100, ago: 1 },
    content: 'Soirée du personnel de 19 h à 1 h, environ 200 personnes.',
  },
  {
    ...{ who: 0, type: 'Réclamation', subject: 'Ronde de 3 h non faite mardi', status: 200, ago: 8 },
    says: [
      ['AGENCY', 'Vous avez raison : le lecteur était en panne. La ronde est offerte sur la facture.'],
      ['REQUESTER', 'Merci de la réponse rapide.'],
    ],
  },
  {
    who: 0,
    type: 'Demande de devis',
    subject: 'Vidéosurveillance du parking',
    status: 400,
    ago: 25,
    says: [['AGENCY', 'Notre technicien passe le mois prochain.']],
  },
  { who: 1, type: 'Modification de planning', subject: 'Fermeture entre Noël et le Nouvel An', status: 100, ago: 3 },
  {
    who: 2,
    type: 'Réclamation',
    subject: 'Badge perdu par un visiteur',
    status: 300,
    ago: 11,
    says: [['AGENCY', 'Le registre indique qu’il a été rendu à l’accueil.']],
  },
  { who: 3, type: 'Prestation supplémentaire', subject: 'Maître-chien pour un chantier', status: 200, ago: 18 },
  { who: 4, type: 'Autre', subject: 'Nouveau code de l’alarme', status: 100, ago: 0 },
];

const tables = {
  agent: { types: 'agency_request_types', whose: 'agents' },
  customer: { types: 'agency_customer_request_types', whose: 'customers' },
} as const;

/** By rank: the demo account first, then the others with an account. */
const people: Record<RequestKind, string> = {
  agent: `select a.id, a.user_id, a.fullname as name, null::text as email, row_number() over (order by (a.user_id is not distinct from $2) desc, a.id) - 1 as n
    from agents a where a.agency_id = $1 and a.status = 100 and a.plannable and (a.user_id is not null)`,
  customer: `select c.customer_id as id, c.user_id, c.fullname as name, c.email, row_number() over (order by (c.user_id is not distinct from $2) desc, c.id) - 1 as n
    from contacts c join customers u on u.agency_id = c.agency_id and u.id = c.customer_id and u.status = 100 where c.agency_id = $1 and c.status = 100`,
};

export async function insertRequests(db: Db, world: DemoAgency, now: Date): Promise<void> {
  const agency = world.agency.id;
  const owner = world.agents.find(({ isOwner }) => isOwner);
  const answerer = [owner?.draft.firstname, owner?.draft.lastname].filter(Boolean).join(' ');
  for (const [kind, all] of [
    ['agent', ofAgents],
    ['customer', ofCustomers],
  ] as const) {
    const account =
      world.users.find(({ email }) => email.startsWith(kind === 'agent' ? 'agent@' : 'client@'))?.id ?? null;
    const { types } = tables[kind];
    const isAgent = kind === 'agent';
    await db.query({
      text: `with people as (${people[kind]}), asked as (select gen_random_uuid() as id, x.*, $3::timestamptz - x.ago * interval '1 day' - interval '3 hours' as at from json_to_recordset($4)
          as x (who integer, type text, subject text, content text, status integer, ago integer, "from" integer, "to" integer, amount numeric, says json)),
        made as (insert into ${kind}_requests (agency_id, id, request_type_id, ${kind}_id, subject, content, status, author, user_id, created_at, updated_at, asked_at, answered_at, answered_by, ${isAgent ? 'nature, start_at, end_at, reason_id, amount' : 'creator_name, creator_email'})
          select $1, q.id, t.id, p.id, q.subject, q.content, q.status, p.name, p.user_id, q.at, q.at, q.at, case when q.status <> 100 then q.at + interval '1 day' end, case when q.status <> 100 then $5 end,
            ${
              isAgent
                ? `t.nature, ((q.at at time zone 'UTC')::date + q.ago + q."from")::timestamp at time zone 'Europe/Paris', (((q.at at time zone 'UTC')::date + q.ago + q."to")::timestamp + interval '23:59') at time zone 'Europe/Paris',
              case when t.nature = 'LEAVE' then (select y.id from agency_unavailability_types y where y.agency_id = $1 and y.name = 'Congés payés') end, q.amount`
                : 'p.name, p.email'
            }
          from asked q join people p on p.n = q.who join ${types} t on t.agency_id = $1 and t.name = q.type returning id)
        insert into ${kind}_request_messages (agency_id, id, ${kind}_request_id, rank, at, author, side, content, user_id)
          select $1, gen_random_uuid(), q.id, s.rank - 1, q.at + s.rank * interval '2 hours', case when s.said->>0 = 'AGENCY' then $5 else p.name end, s.said->>0, s.said->>1, case when s.said->>0 = 'AGENCY' then $6::uuid else p.user_id end
          from asked q join people p on p.n = q.who cross join lateral json_array_elements(coalesce(q.says, '[]')) with ordinality s (said, rank)
          where q.id in (select id from made)`,
      values: [
        ...[agency, account, now.toISOString()],
        JSON.stringify(all.map(({ leave, ...one }) => ({ ...one, from: leave?.[0] ?? null, to: leave?.[1] ?? null }))),
        ...[answerer, owner?.userId ?? null],
      ],
    });
  }
  // Leaves that were accepted: the absences that are at the planning.
  await db.query({
    text: `insert into agent_requests (agency_id, id, request_type_id, nature, agent_id, subject, start_at, end_at, reason_id, status, unavailability_id, unavailability_made, author, user_id, created_at, updated_at, asked_at, answered_at, answered_by)
      select u.agency_id, gen_random_uuid(), t.id, 'LEAVE', u.agent_id, 'Congés annuels', u.start_at, u.end_at, u.type_id, 200, u.id, true, a.fullname, a.user_id, w.at, w.at, w.at, w.at + interval '2 days', $3
      from unavailabilities u join agency_unavailability_types y on y.agency_id = u.agency_id and y.id = u.type_id and y.name = 'Congés payés'
        join agents a on a.agency_id = u.agency_id and a.id = u.agent_id join agency_request_types t on t.agency_id = u.agency_id and t.nature = 'LEAVE'
        cross join lateral (select least(u.start_at, $2::timestamptz) - interval '40 days' as at) w
      where u.agency_id = $1 order by u.start_at desc limit 4`,
    values: [agency, now.toISOString(), answerer],
  });
}
