// The templates of the product, in the words of the trade; an agency changes them as it likes.
import type { TemplateField, TemplateSection } from './template.ts';
import type { ReportType, TemplateKey } from './types.ts';

type Written = readonly [key: string, label: string, kind: TemplateField['kind'], required?: true];

const section = (title: string, ...fields: Written[]): TemplateSection => ({
  title,
  fields: fields.map(([key, label, kind, required = false]) => ({ key, label, kind, required })),
});

interface Usual {
  standard: readonly TemplateSection[];
  /** Added by « Détaillé ». */
  detail: readonly TemplateSection[];
}

const usual: Readonly<Record<ReportType, Usual>> = {
  intervention: {
    standard: [
      section(
        'Alerte',
        ['alertAt', "Heure de l'alerte", 'moment', true],
        ['alertBy', "Origine de l'appel (télésurveillance, client…)", 'text'],
        ['alertReason', "Motif de l'alarme et zone en défaut", 'text', true],
      ),
      section(
        'Intervention',
        ['arrivedAt', "Heure d'arrivée sur place", 'moment', true],
        ['outside', 'Contrôle extérieur effectué', 'choice', true],
        ['inside', 'Contrôle intérieur effectué', 'choice', true],
        ['breakIn', "Traces d'effraction", 'choice', true],
        ['findings', 'Constat', 'text', true],
        ['pictures', 'Photos', 'photos'],
      ),
      section(
        'Suites',
        ['measures', 'Mesures prises', 'text', true],
        ['police', "Forces de l'ordre prévenues", 'choice'],
        ['told', 'Personnes prévenues (nom, heure)', 'text'],
        ['rearmed', "Remise en service de l'alarme", 'choice', true],
        ['leftAt', 'Heure de départ', 'moment', true],
      ),
    ],
    detail: [
      section(
        'Détail de la levée de doute',
        ['keys', 'Moyens utilisés (clés, badge, code)', 'text'],
        ['openings', 'Issues contrôlées', 'text'],
        ['damage', 'Dégâts et objets manquants', 'text'],
        ['persons', 'Personnes rencontrées sur place', 'text'],
        ['guarding', 'Gardiennage mis en place dans l’attente', 'choice'],
        ['kilometres', 'Kilomètres parcourus', 'number'],
      ),
    ],
  },
  round: {
    standard: [
      section(
        'Passage',
        ['arrivedAt', "Heure d'arrivée", 'moment', true],
        ['leftAt', 'Heure de départ', 'moment', true],
        ['done', 'Ronde effectuée en entier', 'choice', true],
      ),
      section(
        'Constat',
        ['closed', 'Issues fermées et verrouillées', 'choice', true],
        ['lights', 'Éclairages et appareils éteints', 'choice'],
        ['water', 'Fuite, odeur ou dégagement suspect', 'choice', true],
        ['findings', 'Anomalies constatées', 'text'],
        ['measures', 'Mesures prises', 'text'],
        ['pictures', 'Photos', 'photos'],
      ),
    ],
    detail: [
      section(
        'Détail',
        ['doors', 'Issues trouvées ouvertes', 'text'],
        ['vehicles', 'Véhicules présents (immatriculation)', 'text'],
        ['persons', 'Personnes rencontrées', 'text'],
        ['extinguishers', 'Moyens de secours en place', 'choice'],
      ),
    ],
  },
  recognition: {
    standard: [
      section(
        'Visite',
        ['visitedAt', 'Date et heure de la visite', 'moment', true],
        ['contact', 'Interlocuteur rencontré', 'text', true],
        ['access', "Accès et moyens d'entrée (clés, badge, code)", 'text', true],
      ),
      section(
        'Lieux',
        ['surroundings', 'Abords et clôtures', 'text', true],
        ['openings', 'Issues et points sensibles', 'text', true],
        ['alarm', 'Alarme : centrale, zones, procédure', 'text'],
        ['cameras', 'Vidéoprotection en place', 'choice'],
        ['lighting', 'Éclairage extérieur suffisant', 'choice'],
        ['network', 'Couverture du téléphone suffisante', 'choice'],
        ['pictures', 'Photos', 'photos'],
      ),
      section(
        'Préparation',
        ['risks', 'Risques pour l’agent et protections nécessaires', 'text', true],
        ['instructions', 'Consignes à rédiger', 'text'],
        ['checkpoints', 'Points de contrôle proposés', 'text'],
      ),
    ],
    detail: [
      section(
        'Secours',
        ['evacuation', 'Issues de secours et point de rassemblement', 'text'],
        ['cutoffs', 'Coupures (électricité, eau, gaz)', 'text'],
        ['extinguishers', 'Nombre d’extincteurs', 'number'],
        ['defibrillator', 'Défibrillateur sur place', 'choice'],
      ),
    ],
  },
  audit: {
    standard: [
      section(
        'Contrôle',
        ['controlledAt', 'Date et heure du contrôle', 'moment', true],
        ['controlled', 'Agent contrôlé', 'text', true],
        ['card', 'Carte professionnelle présentée', 'choice', true],
        ['uniform', 'Tenue et signes distinctifs conformes', 'choice', true],
        ['onTime', 'Prise de service à l’heure', 'choice', true],
      ),
      section(
        'Prestation',
        ['instructions', 'Consignes connues et accessibles', 'choice', true],
        ['logbook', 'Main courante tenue', 'choice', true],
        ['rounds', 'Rondes effectuées', 'choice'],
        ['equipment', 'Matériel présent et en état', 'choice', true],
        ['score', 'Note sur 20', 'number'],
      ),
      section(
        'Conclusion',
        ['findings', 'Écarts constatés', 'text'],
        ['measures', 'Actions correctives', 'text'],
        ['pictures', 'Photos', 'photos'],
      ),
    ],
    detail: [
      section(
        'Entretien',
        ['situation', 'Mise en situation et réponse', 'text'],
        ['training', 'Besoins de formation', 'text'],
        ['remarks', 'Remarques de l’agent', 'text'],
        ['witness', 'Signature de l’agent contrôlé', 'signature'],
      ),
    ],
  },
};

const pictures = section('Photos du rapport', ['album', 'Photos de la prestation', 'photos', true]);

export const defaultSections = (type: ReportType, key: TemplateKey): readonly TemplateSection[] => {
  const { standard, detail } = usual[type];
  return [...standard, ...(key === 'DETAILED' ? detail : key === 'PHOTOS' ? [pictures] : [])];
};
