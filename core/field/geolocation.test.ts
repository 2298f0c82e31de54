import { expect, test } from 'vitest';
import { saveEvent } from '../logbook/calls.ts';
import { updateCircuit } from '../planning/lifecycle-calls.ts';
import { savePtiEvent } from '../safety/calls.ts';
import { sourced } from './calls.ts';

const location = { latitude: 43.7, longitude: 7.26, accuracy: 12, altitude: 31.5 };

test.each([
  ['an event of a device', sourced],
  ['a log entry', saveEvent.input],
  ['an alarm', savePtiEvent.input],
  ['a step of a service', updateCircuit.input],
])('%s takes a position with its accuracy and altitude (P-022)', (_, schema) => {
  const issuesOf = (input: object) =>
    (schema?.safeParse(input).error?.issues ?? []).filter(({ path }) => path.includes('location'));
  const within = (one: object) => ({ location: one, event: { location: one }, events: [{ location: one }] });
  expect(issuesOf(within(location))).toEqual([]);
  expect(issuesOf(within({ ...location, altitude: 'haut' })).length).toBeGreaterThan(0);
});
