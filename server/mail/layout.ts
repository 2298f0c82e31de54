// The layout of every mail: a text part, and a simple HTML page with the same text under the sender's brand, in light and
// dark. Mail readers without style sheets or dark mode get the light one, inline.
import { textOfHtml } from '#core/kernel/html.ts';
import { inkOn, isColour } from '#core/tenant/colour.ts';
import { defaultTenant } from '#core/tenant.ts';

export interface Brand {
  /** The sender: the agency's name, or the tenant's. */
  name: string;
  /** The product name of the tenant. */
  tenant: string;
  accent: string;
  /** A web address, or the `cid:` of an attached picture. */
  logoUrl: string | null;
}

/** The stored content of a mail, without its subject. */
export interface Content {
  /** Plain paragraphs, or sanitised rich text whose pictures are our files. */
  words: { paragraphs: string[] } | { html: string };
  action: { label: string; url: string } | null;
  /** A person wrote it and reads the replies. */
  personal: boolean;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

const closing = ({ name, tenant }: Brand, personal: boolean): string =>
  personal
    ? `Message envoyé par ${name} avec ${tenant}.`
    : `Ce message a été envoyé automatiquement par ${name === tenant ? name : `${name} avec ${tenant}`} ; merci de ne pas y répondre.`;

export function textOf(brand: Brand, { words, action, personal }: Content): string {
  const parts = [
    ...('html' in words ? [textOfHtml(words.html)] : words.paragraphs),
    ...(action ? [`${action.label} :\n${action.url}`] : []),
    `-- \n${closing(brand, personal)}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

const dark = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){.ground{background:#14191e!important}.sheet{background:#1f262d!important}.words{color:#e8ecef!important}.brand{color:#ffffff!important}.quiet{color:#a9b4bd!important;border-color:#39434c!important}.words a,.quiet a{color:#9cc7f0!important}}`;

// Mail readers support little more than tables and inline styles.
export function htmlOf(brand: Brand, subject: string, { words, action, personal }: Content): string {
  const accent = isColour(brand.accent) ? brand.accent : defaultTenant.accent;
  const logo = /^(https:\/\/|cid:)/.test(brand.logoUrl ?? '')
    ? `<img src="${escaped(brand.logoUrl ?? '')}" alt="" height="32" style="height:32px;vertical-align:middle;margin-right:10px;border:0">`
    : '';
  const text =
    'html' in words
      ? words.html.replace(
          /(<img\b[^<>]*?)\bdata-file="([^"<>]*)"/g,
          '$1style="max-width:100%;height:auto" src="cid:$2"',
        )
      : words.paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escaped(paragraph)}</p>`).join('\n');
  const button = action
    ? `<p style="margin:24px 0"><a href="${escaped(action.url)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:${accent};color:${inkOn(accent)}!important;text-decoration:none;font-weight:600">${escaped(action.label)}</a></p>
<p class="quiet" style="margin:0 0 16px;font-size:13px;color:#5b6670">Si le bouton ne fonctionne pas, copiez cette adresse dans votre navigateur&nbsp;:<br><a href="${escaped(action.url)}" style="color:#1c5d99;word-break:break-all">${escaped(action.url)}</a></p>`
    : '';
  return `<!doctype html>
<html lang="fr">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escaped(subject)}</title><style>${dark}</style></head>
<body class="ground" style="margin:0;background:#f2f4f6;font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif;font-size:16px;line-height:1.5;color:#1d2730">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0"><tr><td class="ground" align="center" style="padding:32px 16px;background:#f2f4f6">
<table role="presentation" class="sheet" width="100%" cellspacing="0" cellpadding="0" style="max-width:560px;background:#ffffff;border-radius:8px;border-top:4px solid ${accent}"><tr><td class="words" style="padding:32px;color:#1d2730">
<p class="brand" style="margin:0 0 24px;font-size:20px;font-weight:700;color:#1d2730">${logo}${escaped(brand.name)}</p>
${text}
${button}
<p class="quiet" style="margin:24px 0 0;padding-top:16px;border-top:1px solid #e1e5e8;font-size:13px;color:#5b6670">${escaped(closing(brand, personal))}</p>
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}
