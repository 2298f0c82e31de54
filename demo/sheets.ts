// Contents of a collaborator's sheet: papers, contracts, dogs, equipment. Some sheets have an anomaly; each anomaly
// occurs at least once.

import type { Agent } from '#core/agents/agent.ts';
import type { AgentAnomaly } from '#core/agents/anomalies.ts';
import { branchMinimum } from '#core/agents/branch.ts';
import type { Draft } from '#core/kernel/entity.ts';
import type { Address } from '#core/kernel/field.ts';
import { divide, percentOf, round, times, toNumber } from '#core/kernel/money.ts';
import type { Chance } from './chance.ts';
import { idAt } from './chance.ts';
import { addressIn, type Draw } from './draw.ts';
import type { WrittenAgency } from './lists/agency.ts';
import type { DemoAgent, DemoExpirationType } from './world.ts';

type Infos = NonNullable<Draft<typeof Agent>['agentInfos']>;
type Contracts = NonNullable<Infos['contracts']>;

export interface Sheet {
  address: Address;
  infos: Infos;
  secrets: DemoAgent['secrets'];
}

export interface Described {
  rank: number;
  createdAt: string;
  type: string;
  plannable: boolean;
  woman: boolean;
  dog: boolean;
  /** SST, SSIAP, …: the papers of the trade, by the name of their type. */
  papers: readonly string[];
  /** True for office staff. */
  desk: boolean;
}

const dayLength = 86_400_000;
const dayAt = (days: number): string => new Date(days * dayLength).toISOString().slice(0, 10);

/** One sheet in this many has an anomaly, in turn; the rest are correct. */
const troubles: readonly (AgentAnomaly | null)[] = [
  null,
  null,
  'CARD_EXPIRED',
  null,
  'CONTRACT_OVERLAP',
  null,
  null,
  'PAPER_EXPIRED',
  null,
  'SOCIAL_SECURITY_MISSING',
  null,
  'CONTRACT_EXPIRED',
  null,
  null,
  'CARD_MISSING',
  null,
  'REGISTER_INCOMPLETE',
  null,
  'CONTRACT_MISSING',
  null,
  'PAY_BELOW_MINIMUM',
  null,
  'CARD_UNDATED',
];

const nationalities = [
  'Française',
  'Française',
  'Française',
  'Française',
  'Française',
  'Italienne',
  'Tunisienne',
  'Comorienne',
];
const births = ['Nice', 'Marseille', 'Toulon', 'Lyon', 'Paris', 'Grasse', 'Bastia', 'Tunis'];
const dogNames = ['Rex', 'Oural', 'Tina', 'Luna', 'Sultan', 'Jade', 'Nitro', 'Maya'];
const breeds = ['Malinois', 'Berger allemand', 'Rottweiler', 'Beauceron'];
const equipment = [
  'Tenue complète',
  'Radio',
  'Lampe',
  'Badge magnétique',
  'Gants de palpation',
  'Téléphone de service',
];
const externals = [
  ['Alpha Gardiennage', '99906010600013'],
  ['Sentinelle Sud', '99906011400017'],
] as const;
const coefficients = [130, 140, 140, 140, 150, 160] as const;

/** With its key (97 minus the remainder). */
function socialSecurityNumber(chance: Chance, woman: boolean, birthDay: string): string {
  const [year = '', month = ''] = birthDay.split('-');
  const body = `${woman ? 2 : 1}${year.slice(2)}${month}06${String(chance.integer(1, 160)).padStart(3, '0')}${String(chance.integer(1, 999)).padStart(3, '0')}`;
  return body + String(97 - Number(BigInt(body) % 97n)).padStart(2, '0');
}

/** A fictional French account number with correct check digits. */
function iban(chance: Chance): string {
  const account = `30000${String(chance.integer(0, 99_999)).padStart(5, '0')}${String(chance.integer(0, 99_999_999_999)).padStart(11, '0')}00`;
  // FR is 1527, and the check digits count as 00.
  const check = 98 - Number(BigInt(`${account}152700`) % 97n);
  return `FR${String(check).padStart(2, '0')}${account}`;
}

export function sheetOf(
  { rank, createdAt, type, plannable, woman, dog, papers, desk }: Described,
  written: WrittenAgency,
  draw: Draw,
  types: readonly DemoExpirationType[],
): Sheet {
  const chance = draw.chance('sheet', rank);
  const { lastDay } = draw;
  const today = lastDay + 1;
  const trouble = troubles[rank % troubles.length] ?? null;
  const hiredOn = Math.floor(Date.parse(createdAt) / dayLength);
  const candidate = type === 'NOMINEE';
  const employed = type === 'EMPLOYEE' || type === 'EMERGENCY';
  const idOf = (name: string): { id: string } => ({ id: types.find((one) => one.name === name)?.id ?? '' });
  let line = 0;
  const lineId = (): string => idAt(rank * 20 + line++, chance);
  const birthDay = dayAt(today - chance.integer(20 * 365, 60 * 365));
  const cardEnd = today + (trouble === 'CARD_EXPIRED' ? -chance.integer(3, 60) : chance.integer(20, 1_700));
  const carded = plannable && !candidate && trouble !== 'CARD_MISSING';
  const cardNumber = carded
    ? `CAR-006-${dayAt(cardEnd)}-2${String(chance.integer(0, 9_999_999_999)).padStart(10, '0')}`
    : null;
  const nationality = chance.pick(nationalities);
  const foreign = !['Française', 'Italienne'].includes(nationality);
  const external = type === 'EXTERNAL' ? externals[rank % externals.length] : undefined;
  return {
    address: addressIn(chance.pick(Object.values(written.places)), chance),
    secrets: {
      socialSecurityNumber:
        employed && trouble !== 'SOCIAL_SECURITY_MISSING' ? socialSecurityNumber(chance, woman, birthDay) : null,
      bankDetails: employed && chance.happens(0.9) ? iban(chance) : null,
    },
    infos: {
      civility: woman ? 2 : 1,
      gender: woman ? 2 : 1,
      birthDate: trouble === 'REGISTER_INCOMPLETE' ? null : birthDay,
      birthLocation: chance.pick(births),
      nationality: trouble === 'REGISTER_INCOMPLETE' ? null : nationality,
      registrationNumber: candidate || external ? null : String(rank + 1).padStart(4, '0'),
      cardNumber,
      palpationApprovalNumber: carded && chance.happens(0.4) ? `PAL-06-${chance.integer(1_000, 9_999)}` : null,
      sstNumber: carded && chance.happens(0.7) ? `SST-${chance.integer(100_000, 999_999)}` : null,
      workPermitType: foreign ? 'Carte de résident' : null,
      workPermitNumber: foreign ? String(chance.integer(10 ** 9, 10 ** 10 - 1)) : null,
      externalCompanyName: external?.[0] ?? null,
      externalCompanySiret: external?.[1] ?? null,
      insuranceExempt: rank % 9 === 3,
      insuranceExemptReason: rank % 9 === 3 ? 'Couvert par la mutuelle du conjoint' : null,
      seniority: employed ? dayAt(hiredOn) : null,
      expirations: [
        ...(carded && trouble !== 'CARD_UNDATED'
          ? [{ id: lineId(), type: idOf('Carte professionnelle'), number: cardNumber, expiresAt: dayAt(cardEnd) }]
          : []),
        ...papers.map((name, index) => {
          const expired = trouble === 'PAPER_EXPIRED' && index === 0;
          const end = today + (expired ? -chance.integer(1, 90) : chance.integer(5, 700));
          return { id: lineId(), type: idOf(name), issuedAt: dayAt(end - 730), expiresAt: dayAt(end) };
        }),
      ],
      contracts:
        candidate || trouble === 'CONTRACT_MISSING'
          ? []
          : external || type === 'SELF'
            ? [agreementOf()]
            : contractsOf(),
      restrictions: rank % 11 === 5 ? [{ id: lineId(), weekday: 3, startTime: '18:00', endTime: '23:00' }] : [],
      dogs: dog
        ? [
            {
              id: lineId(),
              name: chance.pick(dogNames),
              breed: chance.pick(breeds),
              chipNumber: `2502696${String(chance.integer(0, 99_999_999)).padStart(8, '0')}`,
              vaccinationExpiry: dayAt(today + chance.integer(-20, 300)),
            },
          ]
        : [],
      items: desk
        ? []
        : chance.some(equipment, chance.integer(1, 3)).map((name) => ({
            id: lineId(),
            name,
            quantity: 1,
            expiry: chance.happens(0.3) ? dayAt(today + chance.integer(-10, 200)) : null,
          })),
      agentInfosSettingsNotifications: { sendPlanning: plannable },
    },
  };

  /** A subcontractor works by an agreement: the price of his hour is what the margins count. */
  function agreementOf(): Contracts[number] {
    return {
      ...{ id: lineId(), name: 'Sous-traitance', type: 'CDD' as const, startDate: dayAt(hiredOn), endDate: null },
      ...{ hoursLimit: 35, period: 'WEEK' as const, partTime: false, cycle: 'NONE' as const },
      hourlyPay: external ? 19.8 : 21.5,
    };
  }

  function contractsOf(): Contracts {
    // The first person is the head of the agency.
    const [category, coefficient] =
      desk && rank === 0
        ? (['INGENIEUR_CADRE', 400] as const)
        : desk
          ? (['AGENT_MAITRISE', 200] as const)
          : (['AGENT_EXPLOIT', chance.pick(coefficients)] as const);
    const minimum = branchMinimum(category, coefficient, dayAt(today));
    const partTime = !desk && chance.happens(0.15);
    const hours = partTime ? 24 : 35;
    const full = divide(times(minimum?.monthly ?? 2_000, hours), 35, 4);
    const percent = trouble === 'PAY_BELOW_MINIMUM' ? 93 : 100 + chance.integer(1, 12);
    const pay = toNumber(round(percentOf(full, percent), 2));
    const common = {
      hoursLimit: hours,
      period: 'WEEK' as const,
      partTime,
      cycle: desk ? ('NONE' as const) : ('P4S' as const),
      monthlyPay: pay,
      category,
      classificationCoeff: coefficient,
      classificationLevel: minimum?.level ?? null,
      classificationGrade: minimum?.grade ?? null,
      workPlace: written.name,
    };
    const temporary = type === 'TEMPORARY';
    const fixed = {
      ...common,
      id: lineId(),
      name: temporary ? 'Mission' : 'CDD initial',
      type: temporary ? ('INTERIM' as const) : ('CDD' as const),
      startDate: dayAt(hiredOn),
      endDate: dayAt(hiredOn + 90),
      // What the temporary work agency bills for an hour.
      ...(temporary
        ? { hourlyPay: 24.9, employerName: 'Intérim Riviera', employerAddress: '3 rue de France, 06000 Nice' }
        : {}),
    };
    if (trouble === 'CONTRACT_EXPIRED')
      return [{ ...fixed, endDate: dayAt(Math.max(hiredOn, today - chance.integer(2, 40))) }];
    if (temporary) return [{ ...fixed, endDate: dayAt(today + chance.integer(10, 120)) }];
    const lasting = {
      ...common,
      id: lineId(),
      name: 'CDI',
      type: 'CDI' as const,
      startDate: dayAt(hiredOn + 91),
      endDate: null,
    };
    if (trouble === 'CONTRACT_OVERLAP') return [fixed, { ...lasting, startDate: dayAt(hiredOn + 60) }];
    // Permanent at once, permanent after a first contract, or still in the first; office staff are permanent.
    if (desk) return [{ ...lasting, startDate: dayAt(hiredOn) }];
    if (rank % 5 === 1)
      return [
        { ...fixed, startDate: dayAt(Math.max(hiredOn, today - 200)), endDate: dayAt(today + chance.integer(5, 150)) },
      ];
    return rank % 3 === 0 && hiredOn + 91 <= today ? [fixed, lasting] : [{ ...lasting, startDate: dayAt(hiredOn) }];
  }
}
