import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { instructionRead } from '#core/sites/instruction-message.ts';
import SitePage from '../staff/SitePage.tsx';
import Confirmed from './Confirmed.tsx';
import { Instructions } from './Instructions.tsx';

const [site, plan] = ['01900000-0000-7000-8000-0000000000e1', '01900000-0000-7000-8000-0000000000e2'];
const instruction = {
  ...{ id: 'i', title: 'Évacuation', content: null, readAt: null, date: '2026-11-17T08:00:00.000Z' },
  ...{ site: { id: site }, files: [{ id: plan, name: 'plan.txt', mimeType: 'text/plain', size: 4, url: '' }] },
};
const view = {
  ...{ events: [], link: 'lost' },
  held: {
    ...{ sites: [{ id: site, name: 'Port' }], siteInstructions: [instruction] },
    frame: { agency: { timeZone: 'Europe/Paris' }, person: { rights: [] } },
  },
} as never;
const readImage = vi.fn(async (_id: string, _size: string): Promise<Blob | null> => new Blob(['Plan']));
const record = vi.fn();
const session = { record, readImage, now: () => Date.parse('2026-11-19T08:00:00Z') } as never;

beforeEach(() => {
  cleanup();
  readImage.mockClear();
  record.mockClear();
});

test.each([
  ['on the screen of a service', <Instructions key="s" session={session} view={view} site={site} service="s" />],
  ['on the page of its site', <SitePage key="p" session={session} view={view} rest={[site]} />],
  [
    'before the start of a service',
    <Confirmed key="c" session={session} instructions={[instruction as never]} onChange={() => undefined} />,
  ],
])('I-022: a file of an instruction is listed and opens %s', async (_where, shown) => {
  render(shown);
  const [file] = screen.getAllByRole('button', { name: 'plan.txt', hidden: true });
  await userEvent.click(file as HTMLElement);
  expect(await screen.findByText('Enregistrer sur le téléphone')).toBeTruthy();
  expect(readImage).toHaveBeenCalledWith(plan, 'whole');
});

test('I-017: on the page of a site an instruction has its date, and is confirmed', async () => {
  render(<SitePage session={session} view={view} rest={[site]} />);
  expect(screen.getByText('à lire')).toBeTruthy();
  expect(screen.getByText(/17\/11|17 nov/)).toBeTruthy();
  await userEvent.click(screen.getByText('J’ai lu et compris'));
  expect(record).toHaveBeenCalledWith(instructionRead, { instruction: 'i' }, null);
});

test('without a network a file that is not on the telephone says so, and opens once there is one', async () => {
  readImage.mockResolvedValueOnce(null);
  render(<Instructions session={session} view={view} site={site} service="s" />);
  await userEvent.click(screen.getByText('plan.txt'));
  expect((await screen.findByRole('alert', { hidden: true })).textContent).toContain('s’ouvre avec du réseau');
  await userEvent.click(screen.getByText('Réessayer'));
  expect(await screen.findByText('Enregistrer sur le téléphone')).toBeTruthy();
});
