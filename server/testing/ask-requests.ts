// Valid requests of the calls of requests (area K).
import { entityNamed } from '#core/entities.ts';
import type { Line, Setting } from './requests.ts';
import type { rowOf } from './rows.ts';

export function askLines(row: typeof rowOf): Record<string, Line> {
  const linesOf = (of: string): Record<string, Line> => {
    const id = (setting: Setting): Promise<string> => row(entityNamed(of), setting);
    const ofOne: Line = { of, request: async (setting) => ({ params: { id: await id(setting) } }) };
    return {
      [`answer:${of}`]: {
        ...{ of, move: 'refuse' },
        request: async (setting) => ({ params: { status: '300' }, input: { id: await id(setting), message: 'Non.' } }),
      },
      [`prepare:${of}`]: ofOne,
      [`write:${of}`]: {
        of,
        request: async (setting) => ({ params: { id: await id(setting) }, input: { content: 'Bonjour' } }),
      },
      [`markRead:${of}`]: ofOne,
      [`remove:${of}`]: ofOne,
    };
  };
  return {
    ...linesOf('agentRequest'),
    ...linesOf('customerRequest'),
    requestsBehind: {
      request: () => ({ input: { entity: 'unavailability', ids: ['01900000-0000-7000-8000-000000000001'] } }),
    },
  };
}
