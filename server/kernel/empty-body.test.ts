import { describe, expect, test } from 'vitest';
import { allEndpoints } from '#core/endpoints.ts';
import { nothing } from '#core/kernel/endpoint.ts';
import { world } from '#server/testing/world.ts';
import { readInput } from './route.ts';

const withoutInput = allEndpoints.filter(({ input, method }) => input === nothing && method !== 'GET');

describe('a call without input', () => {
  test.each(withoutInput.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s reads an empty object as no body, and refuses any other content',
    (_, endpoint) => {
      for (const body of [undefined, {}]) expect(readInput(endpoint, body)).toEqual({ success: true, data: undefined });
      for (const body of [null, [], '', 0, false, { a: 1 }, JSON.parse('{"__proto__":{}}')])
        expect(readInput(endpoint, body).success, JSON.stringify(body)).toBe(false);
    },
  );

  test('is done for a client that sends `{}` with every POST', async () => {
    const here = await world();
    const { token } = await here.sessionOf('owner');
    const asked = (payload: string) =>
      here.app.inject({
        ...{ method: 'POST', url: `/api/agency/${here.agency.id}/stripe`, payload },
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      });
    const [empty, other, hidden] = [await asked('{}'), await asked('{"a":1}'), await asked('{"__proto__":{"a":1}}')];
    // Without keys of a provider: refused by the call itself.
    expect(empty.json().message).not.toBe(other.json().message);
    expect([other.statusCode, hidden.statusCode]).toEqual([400, 400]);
    expect(empty.statusCode).not.toBe(400);
  });
});
