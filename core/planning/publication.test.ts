import { expect, test } from 'vitest';
import { agentChanges, type PublishedVersion, publicationNotice } from './publication.ts';

const version = (agents: string[], more: Partial<PublishedVersion> = {}): PublishedVersion => ({
  startAt: '2027-03-01T06:00:00Z',
  endAt: '2027-03-01T18:00:00Z',
  site: 'nice',
  postTitle: 'Poste de garde',
  agents,
  ...more,
});

test.each<[string, PublishedVersion | null, PublishedVersion | null, Record<string, string>]>([
  ['a new service', null, version(['a', 'b']), { a: 'added', b: 'added' }],
  ['a new service for nobody', null, version([]), {}],
  ['a removed service', version(['a']), null, { a: 'removed' }],
  ['a replacement', version(['a']), version(['b']), { a: 'removed', b: 'added' }],
  ['one more colleague', version(['a']), version(['a', 'b']), { b: 'added' }],
  ['other hours', version(['a']), version(['a'], { endAt: '2027-03-01T17:00:00Z' }), { a: 'moved' }],
  ['the same instant, written otherwise', version(['a']), version(['a'], { endAt: '2027-03-01T18:00:00.000Z' }), {}],
  ['another site', version(['a']), version(['a'], { site: 'cannes' }), { a: 'moved' }],
  ['another post', version(['a']), version(['a'], { postTitle: null }), { a: 'moved' }],
  ['nothing', version(['a']), version(['a']), {}],
])('%s changes for each agent what concerns him', (_what, before, after, expected) => {
  expect(Object.fromEntries(agentChanges(before, after).map(({ agent, kind }) => [agent, kind]))).toEqual(expected);
});

const words = { zone: 'Europe/Paris', siteOf: (id: string) => (id === 'nice' ? 'Port de Nice' : 'Cannes') };

test('the words give day, hours, site and post, before and after', () => {
  const changes = [
    { kind: 'added' as const, before: null, after: version(['a']) },
    {
      kind: 'moved' as const,
      before: version(['a']),
      after: version(['a'], { endAt: '2027-03-01T17:00:00Z', site: 'cannes', postTitle: null }),
    },
    { kind: 'removed' as const, before: version(['a']), after: null },
  ];
  const monday = 'lundi 01/03/2027, 07:00 – 19:00, Port de Nice (Poste de garde)';
  expect(publicationNotice(changes, words)).toEqual({
    title: 'Votre planning change : 3 services',
    text: [
      `• Ajouté : ${monday}`,
      `• Modifié : ${monday} devient lundi 01/03/2027, 07:00 – 18:00, Cannes`,
      `• Retiré : ${monday}`,
    ].join('\n'),
  });
  expect(publicationNotice(changes.slice(0, 1), words).title).toBe('Planning publié : 1 service');
  const many = Array.from({ length: 42 }, () => changes[0] as (typeof changes)[number]);
  expect(publicationNotice(many, words).text.split('\n').at(-1)).toBe('… et 2 de plus, dans votre planning.');
});
