// How every mail looks: its text part always, and one sober page around the same words.
import { defaultTenant } from '#core/tenant.ts';
import type { Mail } from './mailer.ts';

export interface Message {
  /** As an object: an address that holds a comma stays one recipient. */
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
}

const { name: brand, accent } = defaultTenant;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

const automatic = `Ce message a été envoyé automatiquement par ${brand} ; merci de ne pas y répondre.`;

function textOf({ paragraphs, action }: Mail): string {
  const parts = [...paragraphs, ...(action ? [`${action.label} :\n${action.url}`] : []), `-- \n${automatic}`];
  return `${parts.join('\n\n')}\n`;
}

// Mail readers know tables and inline styles, and little else.
function htmlOf({ subject, paragraphs, action }: Mail): string {
  const text = paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escaped(paragraph)}</p>`).join('\n');
  const button = action
    ? `<p style="margin:24px 0"><a href="${escaped(action.url)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:${accent};color:#ffffff;text-decoration:none;font-weight:600">${escaped(action.label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:#5b6670">Si le bouton ne fonctionne pas, copiez cette adresse dans votre navigateur :<br><a href="${escaped(action.url)}" style="color:${accent};word-break:break-all">${escaped(action.url)}</a></p>`
    : '';
  return `<!doctype html>
<html lang="fr">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>
<body style="margin:0;background:#f2f4f6;font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif;font-size:16px;line-height:1.5;color:#1d2730">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="max-width:560px;background:#ffffff;border-radius:8px"><tr><td style="padding:32px">
<p style="margin:0 0 24px;font-size:20px;font-weight:700;color:${accent}">${escaped(brand)}</p>
${text}
${button}
<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #e1e5e8;font-size:13px;color:#5b6670">${escaped(automatic)}</p>
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}

export const messageOf = (mail: Mail): Message => ({
  to: { name: '', address: mail.to },
  subject: mail.subject,
  text: textOf(mail),
  html: htmlOf(mail),
});
