// XML written by hand: elements without content are left out.

/** What of a text XML 1.0 can carry. */
const xmlText = (text: string): string =>
  text
    .replace(/[^\t\n\r\P{Cc}]|[\p{Cs}\uFFFE\uFFFF]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

export type Attributes = Readonly<Record<string, string>>;

const open = (name: string, attributes: Attributes): string =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${xmlText(value)}"`)
    .join('')}>`;

/** An element of elements; none: no element. */
export const group = (name: string, ...children: readonly string[]): string => {
  const content = children.join('');
  return content === '' ? '' : `<${name}>${content}</${name}>`;
};

/** An element with a text; null or blank: no element. */
export const leaf = (name: string, text: string | null | undefined, attributes: Attributes = {}): string =>
  text?.trim() ? `${open(name, attributes)}${xmlText(text.trim())}</${name}>` : '';
