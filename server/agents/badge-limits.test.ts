import { expect, test } from 'vitest';
import { world } from '#server/testing/world.ts';

// One call per ten seconds and session, five per network without a session.
const here = await world({ rateLimit: 6 });

test('a client that tries many codes must wait, on the page and by the call', async () => {
  const statuses: number[] = [];
  for (let tries = 0; tries < 12; tries += 1) {
    const path = tries % 2 === 0 ? '/badge/' : '/api/badge-infos/';
    const { statusCode, headers, body } = await here.app.inject({
      url: `${path}${String(tries).padStart(32, '0')}`,
      remoteAddress: '203.0.113.7',
    });
    statuses.push(statusCode);
    if (statusCode === 429 && path === '/badge/')
      expect([headers['content-type'], body.includes('Trop de demandes')]).toEqual(['text/html; charset=utf-8', true]);
  }
  expect(statuses.slice(0, 2)).toEqual([404, 404]);
  expect(statuses).toContain(429);
  // Another network is not limited.
  const other = await here.app.inject({ url: `/badge/${'0'.repeat(32)}`, remoteAddress: '198.51.100.7' });
  expect(other.statusCode).toBe(404);
});
