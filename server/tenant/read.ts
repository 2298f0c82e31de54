// Reads the tenant file with its pictures and texts: every brand is ready, or one message says what is wrong.
import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { anyHost, faultOf, type TenantFile, type TenantSettings, tenantFile } from '#core/tenant/file.ts';
import type { Origin, TenantRules } from '#core/tenant/tenants.ts';
import { defaultTenant, type LegalText, legalTexts, type Module, productRules, type Tenant } from '#core/tenant.ts';
import { Refusal } from '#server/refusal.ts';
import { htmlOfMarkdown } from './markdown.ts';
import { biggestPicture, iconOf, type Picture, picture, typeOf } from './pictures.ts';

type Settled = Exclude<keyof TenantSettings, 'modules' | 'regulatoryCalculation'>;

export interface Branded {
  /** « * »: every host without an entry. */
  host: string;
  tenant: Tenant;
  /** Null: MAIL_FROM. */
  sender: { name: string; address: string } | null;
  logo: Picture | null;
  icon: Picture;
  maskable: Picture;
  /** The tenant's original icon, for phones that do not support SVG. */
  touchIcon: Picture | null;
  /** HTML. */
  legal: Partial<Record<LegalText, string>>;
  pictures: readonly Picture[];
  origins: Record<Settled, Origin> & { modules: Record<Module, Origin> };
}

export interface Book {
  rules: TenantRules;
  /** Whether the file exists. */
  found: boolean;
  hosts: ReadonlyMap<string, Branded>;
  /** Stamps of all files read; if one changes, everything is read again. */
  stamps: ReadonlyMap<string, string>;
}

const longestFile = 1_024 * 1_024;
const settledKeys: readonly Settled[] = [
  'name',
  'accent',
  'logo',
  'logoDark',
  'icon',
  'contact',
  'stores',
  'sender',
  'trainingPlanUrl',
  'mapTiles',
  'legal',
];

/** Changes with the file. */
export const stampOf = (path: string): Promise<string> =>
  stat(path).then(
    ({ mtimeMs, size, ino }) => `${mtimeMs}/${size}/${ino}`,
    () => 'none',
  );

async function parsed(path: string, name: string): Promise<TenantFile | null> {
  const written = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new Refusal(`${name} ne peut pas être lu (${error.code ?? error.message}).`);
  });
  if (written === null) return null;
  if (written.length > longestFile) throw new Refusal(`${name} dépasse 1 Mo.`);
  let content: unknown;
  try {
    content = JSON.parse(written.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new Refusal(`${name} n’est pas du JSON valide (${error instanceof Error ? error.message : error}).`);
  }
  const checked = tenantFile.safeParse(content);
  if (!checked.success) throw new Refusal(`${name}, ${faultOf(checked.error)}`);
  return checked.data;
}

/** Reads the files named by the tenant file; errors name the host and the field. */
class Beside {
  readonly stamps = new Map<string, string>();
  readonly #folder: string;
  readonly #name: string;

  constructor(folder: string, name: string) {
    this.#folder = folder;
    this.#name = name;
  }

  refuse(host: string, field: string, why: string): Refusal {
    return new Refusal(`${this.#name}, « ${host} », champ « ${field} » : ${why}`);
  }

  async read(host: string, field: string, path: string, most: number): Promise<Buffer> {
    const place = join(this.#folder, path);
    this.stamps.set(place, await stampOf(place));
    const found = await stat(place).catch(() => null);
    if (!found?.isFile()) throw this.refuse(host, field, `le fichier « ${path} » est introuvable.`);
    if (found.size > most) throw this.refuse(host, field, `le fichier « ${path} » dépasse ${most / 1_024} Ko.`);
    return readFile(place);
  }

  async picture(host: string, field: string, path: string | null | undefined): Promise<Picture | null> {
    if (!path) return null;
    const content = await this.read(host, field, path, biggestPicture);
    const type = typeOf(content);
    if (!type) throw this.refuse(host, field, `le fichier « ${path} » n’est ni une image SVG ni une image PNG.`);
    return picture(content, type);
  }
}

/** Whom to call and what is offered while no file says so. */
type Usual = Pick<Tenant, 'contact' | 'modules'>;

/** Of the demonstration: a number kept for fiction by the regulator (ARCEP), a reserved domain, and what is sold online. */
export const demoTenant: Usual = {
  contact: { phone: '01 99 00 12 34', email: 'aide@vigie.example' },
  modules: {
    ...{ ...defaultTenant.modules, payments: true, subscriptions: true, shop: true, signUp: true },
    ...{ tutorials: true, feedback: true, referral: true, offerSite: true },
  },
};

async function branded(host: string, file: TenantFile, beside: Beside, usual: Usual): Promise<Branded> {
  const own = host === anyHost ? {} : (file[host] ?? {});
  const any = file[anyHost] ?? {};
  const originOf = (valueIn: (settings: TenantSettings) => unknown): Origin =>
    valueIn(own) !== undefined ? 'host' : valueIn(any) !== undefined ? 'any' : 'product';
  const settled = <T>(valueIn: (settings: TenantSettings) => T | undefined): T | undefined =>
    valueIn(own) === undefined ? valueIn(any) : valueIn(own);
  const where = (field: Settled): string => (originOf((settings) => settings[field]) === 'host' ? host : anyHost);
  const pictureOf = (field: 'logo' | 'logoDark' | 'icon'): Promise<Picture | null> =>
    beside.picture(
      where(field),
      field,
      settled((settings) => settings[field]),
    );

  const [logo, dark, icon] = [await pictureOf('logo'), await pictureOf('logoDark'), await pictureOf('icon')];
  const legal: Branded['legal'] = {};
  const texts = settled((settings) => settings.legal) ?? {};
  for (const text of Object.keys(legalTexts) as LegalText[]) {
    const path = texts[text];
    if (path)
      legal[text] = htmlOfMarkdown(
        (await beside.read(where('legal'), `legal.${text}`, path, 512 * 1_024)).toString('utf8'),
      );
  }
  const modules = Object.keys(defaultTenant.modules) as Module[];
  const [contact, stores] = [settled((settings) => settings.contact), settled((settings) => settings.stores)];
  const tenant: Tenant = {
    name: settled(({ name }) => name) ?? defaultTenant.name,
    accent: settled(({ accent }) => accent) ?? defaultTenant.accent,
    logoUrl: logo?.path ?? null,
    logoDarkUrl: dark?.path ?? null,
    contact: contact ? { phone: contact.phone ?? null, email: contact.email ?? null } : usual.contact,
    stores: { apple: stores?.apple ?? null, google: stores?.google ?? null, apk: stores?.apk ?? null },
    trainingPlanUrl: settled(({ trainingPlanUrl }) => trainingPlanUrl) ?? null,
    mapTiles: settled(({ mapTiles }) => mapTiles) ?? null,
    legal: Object.keys(legal) as LegalText[],
    modules: Object.fromEntries(
      modules.map((module) => [module, settled((settings) => settings.modules?.[module]) ?? usual.modules[module]]),
    ) as Tenant['modules'],
  };
  const [square, maskable] = [iconOf(tenant, icon ?? logo, false), iconOf(tenant, icon ?? logo, true)];
  return {
    host,
    tenant,
    sender: settled(({ sender }) => sender) ?? null,
    logo,
    icon: square,
    maskable,
    touchIcon: icon?.type === 'image/png' ? icon : null,
    legal,
    pictures: [logo, dark, icon, square, maskable].filter((one) => one !== null),
    origins: {
      ...(Object.fromEntries(settledKeys.map((key) => [key, originOf((settings) => settings[key])])) as Record<
        Settled,
        Origin
      >),
      modules: Object.fromEntries(
        modules.map((module) => [module, originOf((settings) => settings.modules?.[module])]),
      ) as Record<Module, Origin>,
    },
  };
}

export async function readBook(path: string, usual: Usual = defaultTenant): Promise<Book> {
  const name = basename(path);
  const beside = new Beside(dirname(path), name);
  beside.stamps.set(path, await stampOf(path));
  const file = await parsed(path, name);
  const hosts = new Map<string, Branded>();
  for (const host of new Set([anyHost, ...Object.keys(file ?? {})]))
    hosts.set(host, await branded(host, file ?? {}, beside, usual));
  const { regulatoryCalculation } = file?.[anyHost] ?? {};
  return {
    found: file !== null,
    hosts,
    rules: {
      regulatoryCalculation: regulatoryCalculation ?? productRules.regulatoryCalculation,
      origin: regulatoryCalculation === undefined ? 'product' : 'any',
    },
    stamps: beside.stamps,
  };
}
