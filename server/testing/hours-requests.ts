// Valid requests of cover, faults of a period, and hours.
import { entityNamed } from '#core/entities.ts';
import type { Line } from './requests.ts';
import type { rowOf } from './rows.ts';

const period = { start: '2027-01-04', end: '2027-01-10' };

export const hoursLines = (row: typeof rowOf): Record<string, Line> => {
  const overPeriod: Line = { request: () => ({ input: period }) };
  const named = (entity: string, key: string, more: object = {}): Line => ({
    of: entity,
    request: async (setting) => ({ input: { ...more, [key]: await row(entityNamed(entity), setting) } }),
  });
  return {
    'candidates:service': named('service', 'service'),
    'newCandidates:service': {
      of: 'site',
      request: async (setting) => ({
        input: {
          startAt: '2027-01-05T08:00:00.000Z',
          endAt: '2027-01-05T18:00:00.000Z',
          site: await row(entityNamed('site'), setting),
        },
      }),
    },
    settleTimes: {
      of: 'serviceTime',
      request: async (setting) => ({
        params: { type: 'refuse' },
        input: { times: [await row(entityNamed('serviceTime'), { ...setting, fresh: true })] },
      }),
    },
    'cover:service': named('agent', 'agent', period),
    'availables:agent': {
      request: () => ({ input: { startAt: '2027-01-04T08:00:00.000Z', endAt: '2027-01-04T18:00:00.000Z' } }),
    },
    'restErrors:service': overPeriod,
    'workingTimeErrors:service': overPeriod,
    'faulty:service': overPeriod,
    'agentsHours:service': overPeriod,
    'ownHours:service': overPeriod,
    'hourDetail:service': named('agent', 'agent', period),
    'sitesHours:service': overPeriod,
    'siteHourDetail:service': named('site', 'site', period),
  };
};
