// Logos and icons: addressed by the hash of their content for caching; drawn if the tenant has none.
import { createHash } from 'node:crypto';
import { inkOn } from '#core/tenant/colour.ts';
import { initialOf, type Tenant, usesProductLogo } from '#core/tenant.ts';

export interface Picture {
  content: Buffer;
  type: 'image/svg+xml' | 'image/png';
  /** `/brand/<hash of the content>.<kind>`. */
  path: string;
}

export const biggestPicture = 512 * 1_024;

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The type by content, not by name; null: unsupported. */
export function typeOf(content: Buffer): Picture['type'] | null {
  if (content.subarray(0, signature.length).equals(signature)) return 'image/png';
  const text = content.toString('utf8');
  return /^\uFEFF?\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)*(<!doctype svg[^>]*>\s*)?(<!--[\s\S]*?-->\s*)*<svg[\s>]/i.test(
    text,
  )
    ? 'image/svg+xml'
    : null;
}

export function picture(content: Buffer, type: Picture['type']): Picture {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 20);
  return { content, type, path: `/brand/${hash}.${type === 'image/png' ? 'png' : 'svg'}` };
}

const drawn = (inside: string): Picture =>
  picture(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="512" height="512">${inside}</svg>`,
    ),
    'image/svg+xml',
  );

const escaped = (letter: string): string => letter.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);

const shield = (ink: string, accent: string, scale: number): string => {
  const shift = 256 - 256 * scale;
  return `<g transform="translate(${shift} ${shift}) scale(${16 * scale})"><path d="M16 6.5 24 9.6v6.1c0 4.9-3.3 8.4-8 9.9-4.7-1.5-8-5-8-9.9V9.6Z" fill="${accent}" stroke="${ink}" stroke-width="2.2" stroke-linejoin="round"/><circle cx="16" cy="15.4" r="2.6" fill="${ink}"/></g>`;
};

/**
 * A square icon of the brand. `maskable`: phones cut off the corners, so the background fills the square and the content
 * stays within the central four fifths.
 */
export function iconOf(
  { name, accent, logoUrl }: Pick<Tenant, 'name' | 'accent' | 'logoUrl'>,
  picture: Picture | null,
  maskable: boolean,
): Picture {
  const corner = maskable ? '' : ' rx="112"';
  if (picture) {
    const edge = maskable ? 96 : 40;
    const source = `data:${picture.type};base64,${picture.content.toString('base64')}`;
    return drawn(
      `<rect width="512" height="512"${corner} fill="#ffffff"/><image x="${edge}" y="${edge}" width="${512 - 2 * edge}" height="${512 - 2 * edge}" href="${source}"/>`,
    );
  }
  const ink = inkOn(accent);
  const ground = `<rect width="512" height="512"${corner} fill="${accent}"/>`;
  if (usesProductLogo({ name, logoUrl })) return drawn(ground + shield(ink, accent, maskable ? 0.8 : 1));
  const size = maskable ? 240 : 300;
  return drawn(
    `${ground}<text x="256" y="256" dy="0.36em" text-anchor="middle" font-family="system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif" font-weight="700" font-size="${size}" fill="${ink}">${escaped(initialOf(name))}</text>`,
  );
}
