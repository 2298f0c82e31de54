// What agents write in the reports of the demo: a few usual stories of each type, by the keys of the product's templates.
import type { ReportType } from '#core/reports/types.ts';

type Story = Readonly<Record<string, string>>;

const quiet = { outside: 'YES', inside: 'YES', breakIn: 'NO', police: 'NO', rearmed: 'YES' };

export const reportStories: Readonly<Record<ReportType, readonly Story[]>> = {
  intervention: [
    {
      ...quiet,
      alertBy: 'Télésurveillance, opérateur n° 4',
      alertReason: 'Intrusion, zone 3 : réserve',
      findings: 'Porte de la réserve mal fermée, battue par le vent. Aucune trace de passage.',
      measures: 'Porte verrouillée, contrôle complet du bâtiment, alarme réarmée.',
      told: 'Responsable d’astreinte, par téléphone',
    },
    {
      ...quiet,
      alertBy: 'Télésurveillance',
      alertReason: 'Autoprotection du détecteur extérieur',
      breakIn: 'YES',
      police: 'YES',
      rearmed: 'NO',
      findings: 'Grillage découpé sur un mètre côté parking, détecteur arraché. Personne sur place.',
      measures: 'Périmètre gardé jusqu’à l’arrivée de la police municipale, brèche fermée provisoirement.',
      told: 'Police municipale, puis responsable du site',
    },
  ],
  round: [
    {
      done: 'YES',
      closed: 'YES',
      lights: 'YES',
      water: 'NO',
      findings: 'Rien à signaler.',
    },
    {
      done: 'YES',
      closed: 'NO',
      lights: 'YES',
      water: 'NO',
      findings: 'Local poubelles trouvé ouvert, lumière allumée.',
      measures: 'Local fermé à clé, lumière éteinte.',
    },
    {
      done: 'YES',
      closed: 'YES',
      lights: 'NO',
      water: 'NO',
      findings: 'Éclairage du couloir du sous-sol en panne.',
      measures: 'Signalé à l’accueil par téléphone.',
    },
  ],
  recognition: [
    {
      contact: 'Responsable technique du site',
      access: 'Badge au poste de garde, clé du local technique en boîte scellée',
      surroundings: 'Clôture continue, haie haute à l’est à surveiller',
      openings: 'Quai de livraison et toiture-terrasse accessibles',
      alarm: 'Centrale à l’entrée, quatre zones',
      cameras: 'YES',
      lighting: 'NO',
      network: 'YES',
      risks: 'Circulation de chariots : gilet haute visibilité',
      instructions: 'Ouverture et fermeture du quai, appel du responsable',
      checkpoints: 'Quai, local technique, toiture, portail est',
    },
  ],
  audit: [
    {
      controlled: 'Agent en poste',
      card: 'YES',
      uniform: 'YES',
      onTime: 'YES',
      instructions: 'YES',
      logbook: 'YES',
      rounds: 'YES',
      equipment: 'YES',
      score: '18',
      findings: 'Aucun écart.',
    },
    {
      controlled: 'Agent en poste',
      card: 'YES',
      uniform: 'NO',
      onTime: 'YES',
      instructions: 'YES',
      logbook: 'NO',
      rounds: 'YES',
      equipment: 'YES',
      score: '12.5',
      findings: 'Main courante non tenue depuis deux heures, badge non apparent.',
      measures: 'Rappel des consignes sur place, nouveau contrôle dans le mois.',
    },
  ],
};
