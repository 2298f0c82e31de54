import { expect, test } from 'vitest';
import { logCategories } from './categories.ts';
import { eventTypes, typeOf, writableTypes } from './types.ts';

test('the event types have the ids 1 to 134, each once, in order', () => {
  expect(eventTypes.map(({ id }) => id)).toEqual(Array.from({ length: 134 }, (_, index) => index + 1));
});

test('labels are distinct, and every category has types', () => {
  expect(new Set(eventTypes.map(({ label }) => label)).size).toBe(134);
  expect(new Set(eventTypes.map(({ typeKey }) => typeKey))).toEqual(new Set(Object.keys(logCategories)));
});

test.each([
  ['incident', 24],
  ['controleSpecifique', 21],
  ['agent', 6],
])('the category %s has %i types', (category, count) => {
  expect(eventTypes.filter(({ typeKey }) => typeKey === category)).toHaveLength(count);
});

test('nobody writes the events of services, breaks, rounds and alarms by hand', () => {
  expect(writableTypes.map(({ id }) => id)).toEqual(eventTypes.slice(29).map(({ id }) => id));
});

test('a customer who is told of an event also sees it', () => {
  expect(eventTypes.filter(({ notifyCustomer, customerShow }) => notifyCustomer && !customerShow)).toEqual([]);
});

test('an unknown id has no type', () => {
  expect(typeOf(135)).toBeNull();
});
