import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { entity } from './entity.ts';
import { html, text } from './field.ts';
import { filesOfHtml, htmlOfText, isBlankHtml, isLink, textOfHtml } from './html.ts';
import { checkDraft } from './schema.ts';

describe('the plain text of rich text', () => {
  test.each([
    ['<p>Ronde à <strong>22</strong>h</p><p>Puis fermeture</p>', 'Ronde à 22h\nPuis fermeture'],
    ['<ul><li><p>Un</p></li><li><p>Deux</p></li></ul>', 'Un\nDeux'],
    ['<p>a<br />b</p>', 'a\nb'],
    ['<p>2 &lt; 3 &amp;amp; &quot;ok&quot;&nbsp;!</p>', '2 < 3 &amp; "ok" !'],
    ['<p><img data-file="x" alt="plan" /></p>', ''],
    ['<p>coupé</p><p class="', 'coupé'],
  ])('%s', (source, expected) => {
    expect(textOfHtml(source)).toBe(expected);
  });

  // In quadratic time each would take minutes; in linear time all take a second on a busy machine.
  test('half a million unclosed brackets are parsed in linear time', { timeout: 30_000 }, () => {
    const since = performance.now();
    textOfHtml('<'.repeat(500_000));
    textOfHtml('<a '.repeat(160_000));
    isBlankHtml('<img'.repeat(120_000));
    htmlOfText('<a'.repeat(250_000));
    expect(performance.now() - since).toBeLessThan(15_000);
  });
});

describe('E-027: plain text opened in the editor', () => {
  test.each([
    ['une ligne', '<p>une ligne</p>'],
    ['un\ndeux\r\n\ntrois', '<p>un</p><p>deux</p><p></p><p>trois</p>'],
    ['2 < 3 & "b"', '<p>2 &lt; 3 &amp; "b"</p>'],
    ['a <b, c> d', '<p>a &lt;b, c&gt; d</p>'],
    ['<p>déjà</p>\n<p>du HTML</p>', '<p>déjà</p>\n<p>du HTML</p>'],
    ['avant<br/>après', 'avant<br/>après'],
    ['', ''],
  ])('%j', (source, expected) => {
    expect(htmlOfText(source)).toBe(expected);
  });

  test('converting twice gives the same as converting once', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (source) => {
        expect(htmlOfText(htmlOfText(source))).toBe(htmlOfText(source));
      }),
    );
  });
});

test('tags without text are blank, a picture is not', () => {
  expect(isBlankHtml('<p></p><p> &nbsp;</p><ul><li><p></p></li></ul>')).toBe(true);
  expect(isBlankHtml('<p><img data-file="x"></p>')).toBe(false);
  expect(isBlankHtml('<p>.</p>')).toBe(false);
});

test('the files of a text are those of its pictures, each once, not ids mentioned in the text', () => {
  const [one, other] = ['01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002'];
  const shown = `<p>data-file="${other}"</p><img data-file="${one}" alt="" /><img alt="x" data-file="${one}" />`;
  expect(filesOfHtml(shown)).toEqual([one]);
});

test.each([
  ['https://vigie.example', true],
  ['mailto:a@b.fr', true],
  ['tel:+33465710002', true],
  ['javascript:alert(1)', false],
  ['//ailleurs.example', false],
  ['/site', false],
  [' https://vigie.example', false],
])('%s is an allowed link: %s', (address, allowed) => {
  expect(isLink(address)).toBe(allowed);
});

describe('a field of rich text', () => {
  const Note = entity({
    name: 'note',
    plural: 'notes',
    table: 'notes',
    label: { one: 'Note', many: 'Notes' },
    description: '',
    title: 'name',
    order: { by: 'name', ascending: true },
    grants: { list: {}, read: {}, create: {}, edit: {} },
    fields: { name: text('Nom'), body: html('Texte', { required: true }), short: html('Résumé', { max: 20 }) },
  });
  const faults = (draft: object): unknown => {
    const checked = checkDraft(Note, draft, null);
    return checked.ok ? checked.draft : checked.violations;
  };

  test('accepts at most 500000 characters', () => {
    expect(faults({ body: 'x'.repeat(500_000) })).toMatchObject({ body: /x/ });
    expect(faults({ body: 'x'.repeat(500_001) })).toEqual([{ path: 'body', message: 'Maximum 500000 caractères' }]);
    expect(faults({ body: 'x', short: 'x'.repeat(21) })).toEqual([{ path: 'short', message: 'Maximum 20 caractères' }]);
  });

  test('without text is refused if required, else null', () => {
    expect(faults({ body: '<p></p>' })).toEqual([{ path: 'body', message: 'Obligatoire' }]);
    expect(faults({ body: '<p>x</p>', short: '<p> </p>' })).toEqual({ body: '<p>x</p>', short: null });
  });

  test('with a picture that is still uploading is refused', () => {
    expect(faults({ body: '<p>x<img data-pending="1"></p>' })).toEqual([
      { path: 'body', message: 'Une image n’est pas encore téléchargée' },
    ]);
    expect(faults({ body: '<p>&lt;img data-pending="1"&gt;</p>' })).toEqual({
      body: '<p>&lt;img data-pending="1"&gt;</p>',
    });
  });
});
