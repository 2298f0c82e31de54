// Rich text: the allowed HTML, and conversion from and to plain text.

export const htmlLimit = 500_000;

/** Wide enough for any screen; the client shrinks a wider picture before it uploads it (1 §5). */
export const widestImage = 1_500;

/** Allowed elements with their allowed attributes. Any other element loses its tag and keeps its text. */
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
  // A picture refers to a stored file by its id. It never has an address or inline content.
  img: ['data-file', 'alt', 'width', 'height'],
};

export const linkSchemes = ['http', 'https', 'mailto', 'tel'] as const;

const link = new RegExp(`^(${linkSchemes.join('|')}):`, 'i');
export const isLink = (address: string): boolean => link.test(address);

// `[^<>]` and not `[^>]`: otherwise a long run of « < » takes quadratic time.
const inline = /<\/?(?:strong|em|u|s|a|b|i|span)(?:\s[^<>]*)?>/gi;
const anyTag = /<[^<>]*(?:>|$)/g;
const lineEnd = /<(?:br|hr)\b[^<>]*>|<\/(?:p|h\d|li|blockquote|ul|ol|tr|div)>/gi;
const signs: Readonly<Record<string, string>> = { nbsp: ' ', lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

/** The text, line by line. Only for HTML that the server sanitised: other HTML may lose words. */
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

/** For text between tags; in an attribute, quotes must be escaped too. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** E-027: each line of a plain text becomes a paragraph, unless the text is HTML already. */
export const htmlOfText = (text: string): string =>
  containsHtml(text) || text === ''
    ? text
    : text
        .split(/\r\n|\r|\n/)
        .map((line) => `<p>${escapeHtml(line)}</p>`)
        .join('');

/** Tags without text are blank: an emptied editor leaves `<p></p>`. */
export const isBlankHtml = (html: string): boolean => !/<(?:img|hr)\b/i.test(html) && textOfHtml(html) === '';

/** The editor's marker of a picture that is still uploading. */
export const pendingAttribute = 'data-pending';
export const hasPendingImage = (html: string): boolean => /<img\b[^<>]*\sdata-pending=/i.test(html);
export const pendingMessage = 'Une image n’est pas encore téléchargée';

/** Ids of the files shown in a text that the server sanitised. */
export const filesOfHtml = (html: string): string[] => [
  ...new Set([...html.matchAll(/<img\b[^<>]*\sdata-file="([0-9a-f-]{36})"/g)].map((match) => match[1] as string)),
];
