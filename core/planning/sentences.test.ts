import { expect, test } from 'vitest';
import type { Finding, FindingRule } from './model.ts';
import { article, durationText, sentence } from './sentences.ts';
import { at, paris } from './testing/planned.ts';

const names: Record<string, string> = { ssiap: 'SSIAP 1', museum: 'Musée' };
const say = (rule: FindingRule, more: Partial<Finding> = {}): string =>
  sentence(
    {
      code: 'overtime',
      rule,
      agent: 'agent',
      service: null,
      others: [],
      level: 1,
      from: at('2026-11-09 20:00'),
      to: at('2026-11-10 06:00'),
      found: 0,
      limit: 0,
      ...more,
    },
    { zone: paris, nameOf: (id) => names[id] },
  );

const collective = 'de la convention collective';

test.each<[FindingRule, Partial<Finding>, string]>([
  [
    'gone',
    { what: 'ARCHIVED' },
    'Collaborateur archivé : le service du lundi 09/11/2026 est à confier à quelqu’un d’autre.',
  ],
  [
    'duration',
    { found: 750, limit: 720 },
    `Le service du lundi 09/11/2026 dure 12h30 de travail effectif : 12h00 au plus (art. 7.08 ${collective}).`,
  ],
  [
    'dailyWork',
    { found: 780, limit: 720 },
    `La journée du lundi 09/11/2026 compte 13h00 de travail effectif : 12h00 au plus (art. 7.08 ${collective}).`,
  ],
  [
    'amplitude',
    { found: 840, limit: 780 },
    `Le lundi 09/11/2026, il s’écoule 14h00 du premier début à la dernière fin : 13h00 au plus (art. 7.12 ${collective}).`,
  ],
  [
    'break',
    { found: 0, limit: 20 },
    'Le service du lundi 09/11/2026 dure plus de 6 heures et prévoit 0 min de pause : 20 min au moins (art. L3121-16 du Code du travail).',
  ],
  [
    'space',
    { found: 600, limit: 660 },
    '10h00 entre la fin du lundi 09/11/2026 à 20:00 et la reprise du mardi 10/11/2026 à 06:00 : 11h00 au moins (art. L3131-1 du Code du travail).',
  ],
  [
    'space',
    { found: 600, limit: 720 },
    '10h00 entre la fin du lundi 09/11/2026 à 20:00 et la reprise du mardi 10/11/2026 à 06:00 : 12h00 au moins (art. 2 de l’accord du 18 mai 1993).',
  ],
  [
    'dailyRest',
    { found: 630, limit: 660 },
    '10h30 de repos continu dans les 24 heures à partir du lundi 09/11/2026 à 20:00 : 11h00 au moins (art. L3131-1 du Code du travail).',
  ],
  [
    'contractWeek',
    { found: 2_160, limit: 2_100 },
    '36h00 planifiées dans la semaine du lundi 09/11/2026 : le contrat en prévoit 35h00 (art. L3121-28 du Code du travail).',
  ],
  [
    'contractMonth',
    { found: 9_600, limit: 9_100, what: '2026-11' },
    '160h00 planifiées en novembre 2026 : le contrat en prévoit 151h40 (art. L3121-28 du Code du travail).',
  ],
  [
    'contractCycle',
    { found: 8_880, limit: 8_400, what: '2026-10-19' },
    `148h00 planifiées sur le cycle commencé le lundi 19/10/2026 : le contrat en prévoit 140h00 (art. 7.06 ${collective}).`,
  ],
  [
    'year',
    { found: 17_340, limit: 17_280, what: '2026' },
    `289h00 supplémentaires en 2026 : le contingent annuel approche (alerte à 288h00) (art. 7.10 ${collective}).`,
  ],
  [
    'year',
    { found: 19_800, limit: 19_740, what: '2026', level: 2 },
    `330h00 supplémentaires en 2026 : le contingent annuel de 329h00 est dépassé (art. 7.10 ${collective}).`,
  ],
  [
    'week',
    { found: 3_000, limit: 2_880 },
    `50h00 planifiées dans la semaine du lundi 09/11/2026 : 48h00 au plus (art. 7.09 ${collective}).`,
  ],
  [
    'twelveWeeks',
    { found: 2_770, limit: 2_760, what: '2026-08-24' },
    `46h10 par semaine en moyenne sur douze semaines, du 24/08/2026 au 15/11/2026 : 46h00 au plus (art. 7.09 ${collective}).`,
  ],
  [
    'weeklyRest',
    { found: 2_040, limit: 2_100 },
    'Le plus long repos de la semaine du lundi 09/11/2026 est de 34h00 : 35h00 au moins (art. L3132-2 du Code du travail).',
  ],
  [
    'weeklyRest',
    { found: 2_100, limit: 2_160 },
    'Le plus long repos de la semaine du lundi 09/11/2026 est de 35h00 : 36h00 au moins (art. 2 de l’accord du 18 mai 1993).',
  ],
  [
    'restAfterService',
    { found: 3_120, limit: 2_880 },
    `52h00 de service depuis le lundi 09/11/2026 sans un repos de 24 heures : il est dû après 48h00 (art. 7.09 ${collective}).`,
  ],
  [
    'joinedSunday',
    { from: at('2026-11-15 00:00') },
    `Le dimanche 15/11/2026 de repos n’est accolé ni à un samedi ni à un lundi de repos (art. 7.01 ${collective}).`,
  ],
  [
    'restSundays',
    { found: 1, limit: 6, what: '2026-11' },
    `1 dimanche de repos de septembre 2026 à novembre 2026 : 6 au moins (art. 7.01 ${collective}).`,
  ],
  [
    'specialtyMissing',
    { what: 'ssiap' },
    'Le collaborateur n’a pas la qualification « SSIAP 1 » demandée par le service du lundi 09/11/2026.',
  ],
  [
    'specialtyExpired',
    { what: 'unknown' },
    'Le titre de la spécialité du collaborateur expire avant la fin du service du lundi 09/11/2026 (art. L612-20 du Code de la sécurité intérieure).',
  ],
  [
    'paperMissing',
    { what: 'Carte professionnelle', paper: 'card' },
    '« Carte professionnelle » : le collaborateur n’en a pas pour le service du lundi 09/11/2026 (art. R631-15 du Code de la sécurité intérieure).',
  ],
  [
    'paperExpired',
    { what: 'SST', paper: 'firstAid' },
    '« SST » : la validité a pris fin avant la fin du service du lundi 09/11/2026 (art. R4224-15 du Code du travail).',
  ],
  [
    'paperUndated',
    { what: 'Carte professionnelle', paper: 'card' },
    '« Carte professionnelle » : la date de validité manque, elle n’est pas vérifiable pour le service du lundi 09/11/2026 (art. R631-15 du Code de la sécurité intérieure).',
  ],
  [
    'restriction',
    {},
    'Le collaborateur n’est pas planifiable du lundi 09/11/2026 à 20:00 au mardi 10/11/2026 à 06:00.',
  ],
  ['site', { what: 'museum' }, 'Le collaborateur est interdit sur le site « Musée » (service du lundi 09/11/2026).'],
  ['site', { what: 'unknown' }, 'Le collaborateur est interdit sur ce site (service du lundi 09/11/2026).'],
  [
    'absence',
    { what: 'Maladie' },
    'Le collaborateur est indisponible du lundi 09/11/2026 à 20:00 au mardi 10/11/2026 à 06:00 (Maladie).',
  ],
  [
    'overlap',
    {},
    'Service en chevauchement : le collaborateur est déjà affecté à un autre service du lundi 09/11/2026 à 20:00 au mardi 10/11/2026 à 06:00.',
  ],
  ['contract', {}, 'Aucun contrat de travail ne couvre le lundi 09/11/2026.'],
])('%s %j has its sentence', (rule, more, text) => {
  expect(say(rule, more)).toBe(text);
});

test('a rule of the agency has no article', () => {
  expect(article({ rule: 'restriction', limit: 0 })).toBeNull();
});

test.each([
  [0, '0 min'],
  [45, '45 min'],
  [60, '1h00'],
  [725, '12h05'],
])('%d minutes are %s', (minutes, text) => {
  expect(durationText(minutes)).toBe(text);
});
