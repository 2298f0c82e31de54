import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Entries } from './Entries.tsx';

afterEach(cleanup);

test('the last entries of a service are read back without a network: those of the pack, and what waits here', () => {
  const [service, site, known] = ['s', '01900000-0000-7000-8000-0000000000e1', 'k'];
  const entry = (uuid: string, of: string, description: string, at: string) => ({
    ...{ uuid, type: 'logbook-entry', service: of, at: Date.parse(at), clockOffset: 0 },
    payload: { type: 122, description, site },
  });
  const waiting = entry('w', service, 'Porte ouverte', '2026-11-17T03:00:00.000Z');
  const view = {
    events: [
      entry(known, service, 'Lampe cassée', '2026-11-17T02:00:00.000Z'),
      entry('o', 'other', 'Ailleurs', '2026-11-17T02:30:00.000Z'),
      waiting,
    ],
    queue: { events: [waiting] },
    held: {
      frame: {
        agency: { timeZone: 'Europe/Paris' },
        entries: {
          [service]: [{ id: known, label: 'Remarque générale', text: 'Lampe cassée', at: '2026-11-17T02:00:00.000Z' }],
        },
      },
    },
  };
  const session = { now: () => Date.parse('2026-11-17T04:00:00.000Z') };
  render(<Entries session={session as never} view={view as never} service={{ id: service } as never} />);
  const lines = within(screen.getByRole('region', { name: 'Dernières écritures' })).getAllByRole('link');
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/04:00 · à transmettre.*Porte ouverte/),
    expect.stringMatching(/03:00.*Lampe cassée/),
  ]);
  expect(lines[1]?.getAttribute('href')).toBe(`#/terrain/evenement/${known}`);
});
