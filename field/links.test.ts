import { expect, test } from 'vitest';
import { placeOf } from '#ui/client/hash.ts';
import { isOfDesk, openedLink } from './links.ts';

const place = (hash: string): string | null => {
  const { path, query } = placeOf(hash);
  return openedLink(path, query);
};

test.each([
  ['/my-planning?service=42', '/terrain/service/42'],
  ['/my-planning?service=../x', '/terrain/service/..%2Fx'],
  ['/my-planning', '/terrain'],
  ['/my-information-notes?note=1', '/terrain/notes'],
  ['/notifications', '/terrain/notifications'],
])('N-065: in the field, %s opens %s', (link, expected) => {
  expect(place(link)).toBe(expected);
});

test('addresses of the field stay; the rest is the desk’s', () => {
  for (const hash of ['/', '/terrain', '/terrain/service/1'])
    expect([place(hash), isOfDesk(hash)]).toEqual([null, false]);
  expect([place('/alarms?open=1'), isOfDesk('/alarms')]).toEqual([null, true]);
  expect(isOfDesk('/terrains')).toBe(true);
});
