import { renderHook, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { refusal, type StubRequest, serve } from '#ui/client/testing/server.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import { chipId } from './chips.ts';
import { type Drags, useDrags } from './drags.ts';
import { planningOf } from './model.ts';
import { agent, dataOf, minute, other, period, service, site } from './testing/planned.ts';

const requests: StubRequest[] = serve(() => refusal(404, 'Inconnu'));
const long = service('1', '2026-11-10', '08:00', '18:00');
const night = service('2', '2026-11-11', '07:00', '15:00');
const dragsOf = (by: 'agents' | 'sites' = 'agents'): Drags =>
  renderHook(() => useDrags(planningOf(dataOf([long, night]), undefined, period), by)).result.current;
const chip = (id: string, of: string | null) => ({ id: chipId(id, of) }) as never;

test('an action without a selection asks for a service, removing nobody asks for an agent', async () => {
  startAfresh();
  showPage(<p>Planning</p>);
  const { drop, paste, takeOff } = dragsOf();
  drop([chip('none', agent)], { row: other, minutes: 0, columns: 0 }, false);
  expect(await screen.findAllByText('Merci de sélectionner un service')).not.toEqual([]);
  takeOff([chip('1', null)]);
  expect(await screen.findAllByText('Merci de sélectionner un collaborateur')).not.toEqual([]);
  paste(agent, long.start);
  expect(requests).toEqual([]);
});

test('a resized service is checked with its new hours', () => {
  const { feedback } = dragsOf();
  expect(feedback(chip('1', agent), agent, long.start, false)).toEqual({ allowed: 2, why: '' });
  const later = feedback(chip('1', agent), agent, long.start, false, minute('2026-11-10', '21:00'));
  expect(later?.allowed).toBe(1);
  expect(later?.why).toMatch(/13h00 de travail effectif : 12h00 au plus|10h00 entre la fin/);
});

test('a service dragged to another row is checked in that row', () => {
  const { feedback } = dragsOf();
  const at = minute('2026-11-10', '20:00');
  // The first agent works the next morning; the other is free.
  expect(feedback(chip('1', agent), agent, at, false)?.allowed).toBe(1);
  expect(feedback(chip('1', agent), other, at, false)).toEqual({ allowed: 2, why: '' });
  // By site, its own agents are checked, whatever the row.
  expect(dragsOf('sites').feedback(chip('1', null), site, at, false)?.allowed).toBe(1);
});

test('a drop that needs the consent of the agent says so, and is not « autorisé »', () => {
  const short = service('1', '2026-11-10', '08:00', '12:00');
  vi.useFakeTimers({ now: new Date('2026-11-09T10:00:00+01:00'), toFake: ['Date'] });
  const { settings, ...data } = dataOf([short, service('3', '2026-11-14', '08:00', '12:00', { publication: 'DRAFT' })]);
  const feedbackUnder = (regulation: string): Drags['feedback'] => {
    const planning = planningOf({ ...data, settings: { ...settings, regulation } }, undefined, period);
    return renderHook(() => useDrags(planning, 'agents')).result.current.feedback;
  };
  const at = minute('2026-11-10', '09:00');
  const feedback = feedbackUnder('IDCC1351');
  const needed = 'l’accord du collaborateur est nécessaire (art. 7.07.3).';
  for (const [what, verdict] of [
    ['other hours', feedback(chip('1', agent), agent, at, false)],
    ['somebody else', feedback(chip('1', agent), other, short.start, false)],
    ['a copy', feedback(chip('1', agent), other, short.start, true)],
  ] as const)
    expect([what, verdict?.allowed, verdict?.why]).toEqual([what, 1, expect.stringContaining(needed)]);
  expect(feedback(chip('1', agent), agent, short.start, false)).toEqual({ allowed: 2, why: '' });
  // A draft of more than two days from now.
  expect(feedback(chip('3', agent), agent, minute('2026-11-14', '09:00'), false)).toEqual({ allowed: 2, why: '' });
  expect(feedbackUnder('OWN')(chip('1', agent), agent, at, false)).toEqual({ allowed: 2, why: '' });
  vi.useRealTimers();
});

test('the totals of each row follow the drag', () => {
  const { dragged } = dragsOf();
  const drop = { row: other, minutes: 0, columns: 0 };
  const taken = { id: chipId('1', agent), row: agent } as never;
  expect([...dragged({ chips: [taken], drop, copy: false })]).toEqual([
    [agent, -600],
    [other, 600],
  ]);
  expect([...dragged({ chips: [taken], drop, copy: true })]).toEqual([[other, 600]]);
});

test('a message of changed hours says of which service', async () => {
  startAfresh();
  showPage(<p>Planning</p>);
  serve(() => [200, { services: [] }]);
  dragsOf().resize(chip('1', agent), long.start, minute('2026-11-10', '19:00'));
  expect(await screen.findByText(/^Horaires modifiés : .*10\/11 08:00 – 19:00/)).toBeTruthy();
});
