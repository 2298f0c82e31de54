// Announcements of both demo agencies, with answers at every status; some unread.
import { OfferAnswer } from '#core/marketplace/answer.ts';
import { MarketOffer } from '#core/marketplace/offer.ts';
import type { DemoAgency } from '#demo/index.ts';
import type { Db } from '#server/db/database.ts';
import { insertRows } from '#server/kernel/rows.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';

interface Answer {
  message: string;
  people?: number;
  /** Days ago. */
  ago: number;
  status: 100 | 200 | 300;
}

interface Announced {
  /** 0 is Azur, 1 Boréal. */
  by: 0 | 1;
  title: string;
  type: 1 | 2 | 3 | 4;
  departments: string[];
  location?: string;
  description: string;
  /** Days from now, first and last. */
  days?: [number, number];
  hours?: [string, string];
  people?: number;
  specialty?: string;
  rank?: 1 | 2;
  share?: string;
  status?: 100 | 200;
  ago: number;
  /** Of the other agency. */
  answer?: Answer;
}

const announced: readonly Announced[] = [
  {
    ...{ by: 0, title: 'Renfort pour le salon nautique', type: 1, departments: ['06'], location: 'Cannes, Vieux-Port' },
    description:
      'Filtrage des accès visiteurs et surveillance des pontons pendant les cinq jours du salon. Tenue sombre fournie, repas sur place.',
    ...{ days: [12, 16], hours: ['08:00', '18:00'], people: 4, specialty: 'APS', rank: 1 },
    ...{ share: 'Accès visiteurs, sur les trois lots du marché', ago: 3 },
    answer: {
      ...{ message: 'Nous pouvons détacher quatre agents les cinq jours, logement à notre charge.', people: 4 },
      ...{ ago: 1, status: 100 },
    },
  },
  {
    ...{ by: 0, title: 'Chefs d’équipe SSIAP 2 en CDI', type: 3, departments: ['06', '83'], location: 'Nice' },
    description: 'Deux postes à temps plein, site de grande hauteur, coefficient 150. Reprise d’ancienneté possible.',
    ...{ specialty: 'SSIAP 2', people: 2, ago: 9 },
  },
  {
    ...{ by: 0, title: 'Rondes de nuit des zones portuaires', type: 1, departments: ['06'], location: 'Antibes' },
    description: 'Quatre passages par nuit, véhicule fourni. Contrat de sous-traitance de rang 2.',
    ...{ days: [3, 30], hours: ['21:00', '06:00'], people: 1, specialty: 'APS', rank: 2 },
    ...{ share: 'Les nuits de semaine', ago: 20 },
    answer: { message: 'Un agent cynophile disponible sur toute la période.', people: 1, ago: 15, status: 200 },
  },
  {
    ...{ by: 0, title: 'Missions d’intervention sur alarme', type: 2, departments: ['06', '13', '83'], status: 200 },
    description: 'Deux intervenants motorisés disponibles la nuit et le week-end.',
    ago: 60,
  },
  {
    ...{ by: 1, title: 'Sûreté du marché de Noël', type: 1, departments: ['59'], location: 'Lille, Grand-Place' },
    description: 'Contrôle visuel des sacs et présence dissuasive en soirée. Palpations par des agentes souhaitées.',
    ...{ days: [9, 22], hours: ['16:00', '22:00'], people: 3, specialty: 'APS', rank: 1 },
    ...{ share: 'Les soirées, sur un contrat de jour et de nuit', ago: 1 },
  },
  {
    ...{ by: 1, title: 'Recherche de missions en région PACA', type: 2, departments: ['06', '83'] },
    description: 'Équipe de six agents en déplacement sur la Côte d’Azur jusqu’à la fin du trimestre.',
    ...{ people: 6, specialty: 'APS', ago: 6 },
    answer: { message: 'Deux sites à vous proposer à Nice, un appel cette semaine ?', ago: 5, status: 100 },
  },
  {
    ...{ by: 1, title: 'Prêt de deux portiques de détection', type: 4, departments: ['06', '59', '62'], ago: 14 },
    description: 'Disponibles hors saison, avec notice et caution. Transport à la charge de l’emprunteur.',
    answer: { message: 'Intéressés pour trois semaines en janvier.', ago: 12, status: 300 },
  },
];

const dayLength = 86_400_000;

export async function insertMarket(
  db: Db,
  agencies: readonly DemoAgency[],
  now: Date,
  complete: (of: typeof MarketOffer | typeof OfferAnswer, agency: string) => Promise<void>,
): Promise<void> {
  const at = (ago: number): string => new Date(now.getTime() - ago * dayLength).toISOString();
  const dayIn = (days: number): string => at(-days).slice(0, 10);
  const rows = announced.map((one) => ({ ...one, id: uuidv7(Date.parse(at(one.ago))) }));
  const agencyOf = (by: number): DemoAgency['agency'] => (agencies[by] as DemoAgency).agency;
  const contactOf = (by: number): Record<string, unknown> => {
    const owner = (agencies[by] as DemoAgency).agents.find(({ isOwner }) => isOwner)?.draft;
    return { contact_name: `${owner?.firstname} ${owner?.lastname}`, contact_email: agencyOf(by).email };
  };
  const numbers = new Map<number, number>();
  const referenceOf = (by: number): string => {
    numbers.set(by, (numbers.get(by) ?? 0) + 1);
    return `ANN-${dayIn(0).slice(0, 4)}-${String(numbers.get(by)).padStart(4, '0')}`;
  };
  await insertRows(db, 'market_offers', rows, (one) => ({
    ...{ agency_id: agencyOf(one.by).id, id: one.id, title: one.title, name: agencyOf(one.by).name, type: one.type },
    ...{ reference: referenceOf(one.by), departments: one.departments, location: one.location ?? null },
    ...{ description: one.description, starts_on: one.days ? dayIn(one.days[0]) : null },
    ...{ ends_on: one.days ? dayIn(one.days[1]) : null, start_time: one.hours?.[0] ?? null },
    ...{ end_time: one.hours?.[1] ?? null, people: one.people ?? null, specialty: one.specialty ?? null },
    ...{ subcontract_rank: one.rank ?? null, share: one.share ?? null },
    ...{ justified_on: one.rank === 2 ? dayIn(-one.ago - 2) : null, status: one.status ?? 100 },
    ...{ created_at: at(one.ago), updated_at: at(one.ago), ...contactOf(one.by) },
  }));
  const answers = rows.flatMap(({ answer, id, by }) => (answer ? [{ ...answer, offer: id, by: 1 - by }] : []));
  await insertRows(db, 'market_answers', answers, ({ message, people, ago, status, offer, by }) => ({
    ...{ agency_id: agencyOf(by).id, id: uuidv7(Date.parse(at(ago))), offer_id: offer, publisher_id: agencyOf(by).id },
    ...{ name: agencyOf(by).name, siret: agencyOf(by).siret, approval_number: agencyOf(by).approvalNumber },
    ...{ message, people: people ?? null, status, created_at: at(ago), updated_at: at(ago), ...contactOf(by) },
    ...(status === 100 ? {} : { decided_at: at(ago - 1), read_at: at(ago - 1) }),
  }));
  for (const [by, value] of numbers)
    await db.query({
      text: `insert into counters (agency_id, name, value) values ($1, 'offer', $2)`,
      values: [agencyOf(by).id, value],
    });
  for (const { agency } of agencies) for (const entity of [MarketOffer, OfferAnswer]) await complete(entity, agency.id);
}
