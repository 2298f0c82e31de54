// Rich text: what it may hold, what it says in plain words, and how plain words become it.

export const htmlLimit = 500_000;

/** Wide enough for any screen; a wider picture is made smaller before it is sent (1 §5). */
export const widestImage = 1_500;

/** Each element with the attributes it may bear; any other loses its tag and keeps its words. */
export const htmlElements: Readonly<Record<string, readonly string[]>> = {
  p: [],
  br: [],
  hr: [],
  h2: [],
  h3: [],
  strong: [],
  em: [],
  u: [],
  s: [],
  ul: [],
  ol: ['start'],
  li: [],
  blockquote: [],
  a: ['href'],
  // A picture is a file of ours, named by its id: never an address, never content.
  img: ['data-file', 'alt', 'width', 'height'],
};

export const linkSchemes = ['http', 'https', 'mailto', 'tel'] as const;

const link = new RegExp(`^(${linkSchemes.join('|')}):`, 'i');
export const isLink = (address: string): boolean => link.test(address);

// `[^<>]` and not `[^>]`: a long row of « < » must not be walked once for each.
const inline = /<\/?(?:strong|em|u|s|a|b|i|span)(?:\s[^<>]*)?>/gi;
const anyTag = /<[^<>]*(?:>|$)/g;
const lineEnd = /<(?:br|hr)\b[^<>]*>|<\/(?:p|h\d|li|blockquote|ul|ol|tr|div)>/gi;
const signs: Readonly<Record<string, string>> = { nbsp: ' ', lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

/** Its words, line by line. For text that the server has let in: other HTML may lose words. */
export const textOfHtml = (html: string): string =>
  html
    .replace(lineEnd, '\n')
    .replace(inline, '')
    .replace(anyTag, ' ')
    .replace(/&(nbsp|lt|gt|quot|#39|amp);/g, (sign, name: string) => signs[name] ?? sign)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n\s*/g, '\n')
    .trim();

const containsHtml = (text: string): boolean => /<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>/i.test(text);

/** For text between tags; an attribute would need its quotes escaped too. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** E-027: plain text becomes one paragraph a line, unless it is HTML already. */
export const htmlOfText = (text: string): string =>
  containsHtml(text) || text === ''
    ? text
    : text
        .split(/\r\n|\r|\n/)
        .map((line) => `<p>${escapeHtml(line)}</p>`)
        .join('');

/** Tags alone say nothing: an emptied editor leaves `<p></p>`. */
export const isBlankHtml = (html: string): boolean => !/<(?:img|hr)\b/i.test(html) && textOfHtml(html) === '';

/** The editor's mark of a picture that is still on its way. */
export const pendingAttribute = 'data-pending';
export const hasPendingImage = (html: string): boolean => /<img\b[^<>]*\sdata-pending=/i.test(html);
export const pendingMessage = 'Une image n’est pas encore téléchargée';

/** Ids of the files shown in a text that the server has let in. */
export const filesOfHtml = (html: string): string[] => [
  ...new Set([...html.matchAll(/<img\b[^<>]*\sdata-file="([0-9a-f-]{36})"/g)].map((match) => match[1] as string)),
];
