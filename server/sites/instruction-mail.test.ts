import { expect, test } from 'vitest';
import { type InstructionNews, instructionMail, type Recipient } from './instruction-mail.ts';

const to = (audience: Recipient['audience'], hasAccount = true): Recipient => ({
  address: 'lea@vigie.example',
  firstname: 'Léa',
  audience,
  hasAccount,
});
const news: InstructionNews = {
  id: 'i',
  title: 'Ronde',
  content: '<h2>Avant</h2><ul><li>Fermer &lt;tout&gt;</li><li>Appeler le <strong>PC</strong></li></ul><p></p>',
  hasMore: false,
  site: { id: 's', name: 'Phare' },
  isNew: true,
  agency: 'Azur',
};
const url = 'https://vigie.example';

test('the mail of an agent contains the text line by line, without a link', () => {
  const { paragraphs, action } = instructionMail(to('agent'), news, { name: 'Vigie', url });
  expect(paragraphs).toEqual([
    'Bonjour Léa,',
    'La consigne « Ronde » vient d’être ajoutée pour le site « Phare ».',
    'Avant',
    'Fermer <tout>',
    'Appeler le PC',
    'Merci d’en prendre connaissance avant votre prochain service sur ce site.',
  ]);
  expect(action).toBeUndefined();
});

test('his mail mentions the parts that it cannot contain', () => {
  const of = (more: Partial<InstructionNews>): string =>
    instructionMail(to('agent'), { ...news, ...more }, { name: 'Vigie', url }).paragraphs.join('\n');
  expect(of({ hasMore: true })).toContain(
    'Elle comporte aussi des images ou des pièces jointes : demandez-les à Azur.',
  );
  const long = of({ content: `<p>${'a'.repeat(10_001)}</p>` });
  expect(long).toContain('Le texte est plus long : demandez la suite à Azur.');
  expect(long).not.toContain('a'.repeat(10_001));
  expect(of({ content: null })).toContain('Aucune description renseignée');
});

test('staff and customers get a link, and the text is not in their mail', () => {
  for (const [audience, screen] of [
    ['staff', 'sites'],
    ['customer', 'customerSites'],
  ] as const) {
    const { paragraphs, action } = instructionMail(to(audience), news, { name: 'Vigie', url });
    expect(action).toEqual({ label: 'Lire la consigne', url: `${url}/#/${screen}?instructions=s&instruction=i` });
    expect(paragraphs.join('\n')).not.toContain('Appeler');
  }
  expect(instructionMail(to('customer', false), news, { name: 'Vigie', url }).action).toBeUndefined();
});
