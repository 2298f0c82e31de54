// What an announcement asks, in the sheet of the announcement and of an answer to it.
import { frenchDay } from '#core/kernel/validators.ts';
import type { Fact } from '../summary/parts.tsx';
import type { AnswerRow } from './rows.ts';

type Terms = AnswerRow['terms'];

type Mission = Pick<Terms, 'startsOn' | 'endsOn' | 'startTime' | 'endTime' | 'people' | 'specialty'>;
export const missionOf = ({ startsOn, endsOn, startTime, endTime, people, specialty }: Mission): Fact[] => [
  [
    'Dates',
    startsOn &&
      (endsOn && endsOn !== startsOn ? `du ${frenchDay(startsOn)} au ${frenchDay(endsOn)}` : frenchDay(startsOn)),
  ],
  ['Horaires', startTime && endTime && `de ${startTime} à ${endTime}`],
  ['Agents', people],
  ['Spécialité', specialty],
];

type Law = Pick<Terms, 'subcontractRank' | 'share' | 'justifiedOn'>;
export const lawOf = (type: unknown, { subcontractRank, share, justifiedOn }: Law): Fact[] =>
  Number(type) === 1
    ? [
        ['Rang', subcontractRank && `Rang ${subcontractRank}`],
        ['Part confiée', share],
        ['Rang 2 validé le', justifiedOn && frenchDay(justifiedOn)],
      ]
    : [];

/** « 9 agents proposés pour 3 demandés »: null unless more are proposed. */
export const tooMany = (proposed: number | null, asked: number | null): string | null =>
  proposed !== null && asked !== null && proposed > asked
    ? `${proposed} agents proposés pour ${asked} demandé${asked > 1 ? 's' : ''}.`
    : null;
