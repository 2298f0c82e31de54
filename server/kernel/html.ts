// Sanitise incoming rich text: keep only the elements of core/kernel/html.ts; pictures must be files the caller can see.
import sanitize from 'sanitize-html';
import { isImage } from '#core/files/files.ts';
import { fieldsOfKind } from '#core/kernel/entity.ts';
import type { Field, Fields } from '#core/kernel/field.ts';
import {
  escapeHtml,
  filesOfHtml,
  htmlElements,
  htmlLimit,
  isBlankHtml,
  isLink,
  linkSchemes,
  textOfHtml,
  widestImage,
} from '#core/kernel/html.ts';
import { messages } from '#core/kernel/problem.ts';
import { tooLong } from '#core/kernel/validators.ts';
import type { Db } from '#server/db/database.ts';
import { named } from './plan.ts';
import type { DraftFault } from './references.ts';
import { isUuid } from './uuid.ts';

/** Deeper than any real list; limits the recursion of the code that draws it. */
const deepest = 40;

const within = (value: string | undefined, most: number): boolean =>
  /^[1-9]\d{0,5}$/.test(value ?? '') && Number(value) <= most;

/** Keeps only attributes with a valid value. */
const keep =
  (tests: Record<string, (value: string) => boolean>): sanitize.Transformer =>
  (tagName, attribs) => ({
    tagName,
    attribs: Object.fromEntries(Object.entries(attribs).filter(([name, value]) => tests[name]?.(value))),
  });

const isFile = (value: string): boolean => isUuid(value) && value === value.toLowerCase();
const size = (value: string): boolean => within(value, widestImage * 4);

const options: sanitize.IOptions = {
  allowedTags: Object.keys(htmlElements),
  allowedAttributes: Object.fromEntries(
    Object.entries(htmlElements).map(([name, attributes]) => [name, [...attributes]]),
  ),
  allowedSchemes: [...linkSchemes],
  allowProtocolRelative: false,
  nestingLimit: deepest,
  // Drop these with their content.
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'template',
    'title',
    'svg',
    'math',
    'iframe',
    'object',
    'embed',
    'xmp',
    'noembed',
    'noframes',
    'plaintext',
  ],
  transformTags: {
    b: 'strong',
    i: 'em',
    del: 's',
    strike: 's',
    h1: 'h2',
    h4: 'h3',
    h5: 'h3',
    h6: 'h3',
    a: keep({ href: isLink }),
    ol: keep({ start: (value) => within(value, 100_000) }),
    img: keep({ 'data-file': isFile, alt: (value) => value.length <= 500, width: size, height: size }),
  },
  exclusiveFilter: ({ tag, attribs }) => {
    if (tag === 'img') return attribs['data-file'] === undefined;
    return tag === 'a' && attribs.href === undefined ? 'excludeTag' : false;
  },
};

/** A pass may uncover new markup, so repeat until nothing changes. */
const mostPasses = 8;

/** Beyond this depth each element costs the parser more; no editor writes that. */
const mostOpen = 1_000;

/** The greatest number of open elements; elements that close each other do not count. */
function deepestOpen(html: string): number {
  const counts = new Map<string, number>();
  let [open, most] = [0, 0];
  for (const [, slash, tag = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)/gi)) {
    const name = tag.toLowerCase();
    const count = counts.get(name) ?? 0;
    if (name === 'p' || name === 'li' || name === 'br' || name === 'hr' || name === 'img' || (slash && count === 0))
      continue;
    counts.set(name, count + (slash ? -1 : 1));
    open += slash ? -1 : 1;
    most = Math.max(most, open);
  }
  return most;
}

/** The text without its markup. */
const flattened = (html: string): string => `<p>${escapeHtml(textOfHtml(html))}</p>`;

/** Stops once the text is longer than `most`: the caller refuses it. */
export function sanitise(html: string, most = htmlLimit): string {
  if (deepestOpen(html) > mostOpen) return flattened(html);
  let clean = html;
  for (let pass = 0; pass < mostPasses; pass += 1) {
    const next = sanitize(clean, options);
    if (next === clean || next.length > most) return next;
    clean = next;
  }
  return flattened(clean);
}

interface Found {
  values: Record<string, unknown>;
  name: string;
  field: Field;
  path: string;
  /** Only records hold files, so lines have no pictures. */
  withImages: boolean;
}

/** Most records have no rich text. */
const hasHtml = (fields: Fields): boolean =>
  fieldsOfKind(fields, 'html').length > 0 ||
  fieldsOfKind(fields, 'lines').some(([, field]) => hasHtml(field.fields as Fields));

function htmlIn(fields: Fields, values: Record<string, unknown>, prefix = '', withImages = true): Found[] {
  return Object.entries(fields).flatMap(([name, field]): Found[] => {
    const value = values[name];
    const path = prefix + name;
    if (value == null) return [];
    if (field.kind === 'html') return [{ values, name, field, path, withImages: withImages && prefix === '' }];
    if (field.kind === 'group')
      return htmlIn(field.fields as Fields, value as Record<string, unknown>, `${path}.`, false);
    if (field.kind !== 'lines') return [];
    return (value as Record<string, unknown>[]).flatMap((line, index) =>
      htmlIn(field.fields as Fields, line, `${path}.${index}.`, false),
    );
  });
}

/** Cleans every rich text of the drafts in place; returns a fault for each one that is refused. */
export async function cleanHtml(
  fields: Fields,
  drafts: readonly Record<string, unknown>[],
  db: Db,
  { held, seen: readable }: { held: ReadonlySet<string>; seen: () => string },
): Promise<DraftFault[]> {
  if (!hasHtml(fields)) return [];
  const found = drafts.flatMap((draft, index) => htmlIn(fields, draft).map((one) => ({ ...one, index })));
  const faults: DraftFault[] = [];
  const wanted: { index: number; path: string; ids: string[] }[] = [];
  for (const { index, values, name, field, path, withImages } of found) {
    const most = field.max ?? htmlLimit;
    const clean = sanitise(values[name] as string, most);
    values[name] = isBlankHtml(clean) ? null : clean;
    if (values[name] === null && field.required) faults.push({ index, path, message: messages.required });
    if (clean.length > most) faults.push({ index, path, message: tooLong(most) });
    const ids = filesOfHtml(clean);
    if (ids.length > 0 && !withImages) faults.push({ index, path, message: 'Ce texte ne peut pas contenir d’image' });
    else if (ids.length > 0) wanted.push({ index, path, ids });
  }
  const ids = wanted.flatMap((one) => one.ids);
  if (ids.length > 0) {
    const isNew = ids.some((id) => !held.has(id.toLowerCase()));
    const rows = await db.query<{ id: string; mime_type: string }>(
      named(
        `select f.id, f.mime_type from files f where f.id = any ($1::uuid[]) and not f.awaited${isNew ? ` and (f.id = any ($2::uuid[]) or ${readable()})` : ''}`,
        isNew ? [ids, ids.filter((id) => held.has(id.toLowerCase()))] : [ids],
      ),
    );
    const seen = new Set(rows.flatMap(({ id, mime_type }) => (isImage(mime_type) ? [id] : [])));
    for (const { index, path, ids: own } of wanted)
      if (!own.every((id) => seen.has(id)))
        faults.push({ index, path, message: 'Une image de ce texte est introuvable' });
  }
  return faults;
}
