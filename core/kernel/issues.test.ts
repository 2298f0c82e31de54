import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { allEndpoints } from '../endpoints.ts';

const messageOf = (schema: z.ZodType, value: unknown): string | undefined =>
  schema.safeParse(value).error?.issues[0]?.message;

describe('an issue of a schema without its own message', () => {
  test.each<[string, z.ZodType, unknown, string]>([
    ['an absent value', z.string(), undefined, 'Obligatoire'],
    ['an absent choice', z.enum(['a']), undefined, 'Obligatoire'],
    ['a number for a text', z.string(), 1, 'Texte attendu'],
    ['null for a text', z.string(), null, 'Texte attendu'],
    ['a text for a number', z.number(), '1', 'Nombre attendu'],
    ['no number', z.number(), Number.NaN, 'Nombre attendu'],
    ['a fraction', z.int(), 1.5, 'Nombre entier uniquement'],
    ['a word for a flag', z.boolean(), 'oui', 'Oui ou non attendu'],
    ['an object for a list', z.array(z.string()), {}, 'Liste attendue'],
    ['a text for an object', z.strictObject({}), 'a', 'Valeur invalide'],
    ['a long text', z.string().max(3), 'abcd', 'Maximum 3 caractères'],
    ['an empty text', z.string().min(1), '', 'Obligatoire'],
    ['a short text', z.string().min(3), 'ab', 'Au moins 3 caractères'],
    ['a long list', z.array(z.int()).max(1), [1, 2], '1 élément au plus'],
    ['an empty list', z.array(z.int()).min(1), [], 'Obligatoire'],
    ['a short list', z.array(z.int()).min(2), [1], 'Au moins 2 éléments'],
    ['a large number', z.number().max(5), 6, 'Doit être inférieur ou égal à 5'],
    ['a number at an open bound', z.number().lt(5), 5, 'Doit être inférieur à 5'],
    ['a small number', z.number().min(0.5), 0, 'Doit être supérieur ou égal à 0,5'],
    ['nothing above zero', z.number().positive(), 0, 'Doit être supérieur à 0'],
    ['another step', z.number().multipleOf(5), 7, 'Doit être un multiple de 5, positive ou négative.'],
    ['no address', z.email(), 'x', 'Veuillez saisir une adresse mail valide'],
    ['no link', z.url(), 'x', 'Adresse web invalide'],
    ['no id', z.uuid(), 'x', 'Identifiant invalide'],
    ['no id of this version', z.uuidv7(), 'x', 'Identifiant invalide'],
    ['no day', z.iso.date(), 'x', 'Date invalide'],
    ['no moment', z.iso.datetime(), 'x', 'Date invalide'],
    ['another pattern', z.string().regex(/^a$/), 'b', 'Format invalide'],
    ['an unknown choice', z.enum(['a', 'b']), 'c', 'Valeur inconnue'],
    ['another constant', z.literal(1), 2, 'Valeur inconnue'],
    ['an unknown key', z.strictObject({}), { a: 1 }, 'Champ inconnu'],
    ['nothing of a union', z.union([z.string(), z.number()]), true, 'Valeur invalide'],
    ['a key of a record', z.record(z.string().max(1), z.int()), { ab: 1 }, 'Valeur invalide'],
    ['a failed check', z.string().refine(() => false), 'a', 'Valeur invalide'],
    ['a custom type', z.custom(() => false), 'a', 'Valeur invalide'],
  ])('%s is said in plain French', (_, schema, value, message) => {
    expect(messageOf(schema, value)).toBe(message);
  });
});

test('no call answers a sentence of the schema library', () => {
  const hostile: unknown[] = [null, 1, 'x', [], {}, { id: 1 }, { start: 'x', end: 1, page: -1, limit: 1e9 }];
  const raw = /invalid|expected|received|input|\btoo\b|string|undefined|NaN|\[object|trop (?:petit|grand)|reçu/i;
  const said = allEndpoints.flatMap(({ name, params, input }) =>
    [params, input].flatMap((schema) =>
      hostile.flatMap((value) =>
        (schema.safeParse(value).error?.issues ?? []).map(({ message }) => `${name}: ${message}`),
      ),
    ),
  );
  expect(said.length).toBeGreaterThan(1_000);
  // « invalide » is French.
  expect(said.filter((one) => raw.test(one.replace(/^[^:]*: /, '').replaceAll(/invalides?/gi, '')))).toEqual([]);
});
