// The tenant file: settings of each host name. All are optional: a missing one comes from `*`, then from the product;
// `null` means none.
import * as z from 'zod';
import * as validators from '../kernel/validators.ts';
import { type LegalText, legalTexts, type Module, moduleLabels } from '../tenant.ts';

/** The entry of hosts without their own. */
export const anyHost = '*';

const text = (most: number) =>
  z
    .string('Texte attendu.')
    .trim()
    .min(1, 'Texte attendu ; null s’il n’y en a pas.')
    .max(most, `${most} caractères au plus.`)
    // A name is used in headers of mails and pages, so it must be one line.
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'Une seule ligne attendue.');

const checked = (validator: validators.Validator<string>) =>
  text(200).refine((value) => validator(value) === null, { error: ({ input }) => validator(String(input)) ?? '' });
const email = checked(validators.email);
const phone = checked(validators.phone);
const address = text(2_000).refine(
  (value) => /^https?:\/\/[^\s/?#]+/i.test(value),
  'Adresse commençant par http:// ou https:// attendue.',
);
const tiles = text(500).regex(
  /^https?:\/\/[^\s;,'"]+\{z\}[^\s;,'"]*$/,
  'Adresse de tuiles attendue, par exemple https://tuiles.exemple.fr/{z}/{x}/{y}.png.',
);
/** In the folder of the file or below it, never elsewhere on the machine. */
const beside = (kinds: string, pattern: RegExp) =>
  text(200).refine(
    (value) => pattern.test(value) && !/^[/\\]|^[a-z]:|\\|(^|\/)\.\.(\/|$)/i.test(value),
    `Chemin d’un fichier ${kinds} placé à côté de ce fichier attendu.`,
  );
const picture = beside('SVG ou PNG', /\.(svg|png)$/i);
const words = beside('.md ou .txt', /\.(md|txt)$/i);

const orNone = <T extends z.ZodType>(schema: T) => schema.nullable().optional();
const each = <K extends string, T extends z.ZodType>(keys: Record<K, unknown>, schema: T) =>
  Object.fromEntries(Object.keys(keys).map((key) => [key, schema])) as Record<K, T>;

const block = 'Bloc entre accolades attendu.';

export const tenantSettings = z.strictObject(
  {
    name: text(60).optional(),
    accent: z
      .string('Texte attendu.')
      .regex(/^#[0-9a-f]{6}$/i, 'Couleur attendue, par exemple #1c5d99.')
      .optional(),
    logo: orNone(picture),
    /** On a dark background. */
    logoDark: orNone(picture),
    /** Square: for browser tabs and home screens of phones. */
    icon: orNone(picture),
    contact: z.strictObject({ phone: orNone(phone), email: orNone(email) }, block).optional(),
    stores: z.strictObject({ apple: orNone(address), google: orNone(address), apk: orNone(address) }, block).optional(),
    /** Sender of its mails; null: MAIL_FROM. */
    sender: orNone(z.strictObject({ name: text(60), address: email }, block)),
    trainingPlanUrl: orNone(address),
    mapTiles: orNone(z.strictObject({ url: tiles, attribution: text(200) }, block)),
    /** Only for all hosts together: the rules of a planning do not depend on the address that somebody uses. */
    regulatoryCalculation: z.boolean('true ou false attendu.').optional(),
    legal: z
      .strictObject(each<LegalText, ReturnType<typeof orNone<typeof words>>>(legalTexts, orNone(words)), block)
      .optional(),
    modules: z
      .strictObject(
        each<Module, z.ZodOptional<z.ZodBoolean>>(moduleLabels, z.boolean('true ou false attendu.').optional()),
        block,
      )
      .optional(),
  },
  block,
);
export type TenantSettings = z.output<typeof tenantSettings>;

const host = z
  .string()
  .regex(
    /^(\*|[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]+\])$/,
    'Nom d’hôte en minuscules attendu, sans port ni http://, ou « * » pour tous les autres.',
  );

export const tenantFile = z
  .record(host, tenantSettings, 'Bloc entre accolades attendu, un nom d’hôte par marque.')
  .superRefine((file, context) => {
    for (const [name, { regulatoryCalculation }] of Object.entries(file))
      if (name !== anyHost && regulatoryCalculation !== undefined)
        context.addIssue({
          code: 'custom',
          path: [name, 'regulatoryCalculation'],
          message: `Réglage de « ${anyHost} » attendu : il vaut pour toutes les marques.`,
        });
  });
export type TenantFile = z.output<typeof tenantFile>;

/** The first fault, as one sentence that names the field. */
export function faultOf(error: z.ZodError): string {
  const [issue] = error.issues;
  if (!issue) return 'contenu invalide.';
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const path = [...issue.path, ...(unknown === undefined ? [] : [unknown])].map(String);
  const [where, ...field] = path;
  const place = where === undefined ? '' : `« ${where} »${field.length > 0 ? `, champ « ${field.join('.')} »` : ''} : `;
  if (unknown !== undefined) return `${place}ce champ n’existe pas.`;
  // The message of an invalid record key is in a nested issue.
  const inner = issue.code === 'invalid_key' ? issue.issues[0]?.message : undefined;
  return place + (inner ?? issue.message);
}
