// Security headers of every answer. They do not depend on the request, so build them once.

/** The component library writes its variables into style elements; nothing else inline runs. */
const screenPolicy = (secure: boolean, images: string): string =>
  [
    "default-src 'self'",
    // Compiling wasm, not text: the reader of QR codes where the browser has none (field/sensors/qr.ts).
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${images}`,
    // The spreadsheet compressor starts a worker from a blob of its own code.
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // A server reached over plain http must not be asked for https.
    ...(secure ? ['upgrade-insecure-requests'] : []),
  ].join('; ');

const always = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' };
const secured = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' };

export interface Headers {
  api: Record<string, string>;
  screens: Record<string, string>;
}

/** The tenant of the host decides where map tiles come from. */
export const policyFor = (publicUrl: string, tiles: { url: string } | null): string =>
  screenPolicy(publicUrl.startsWith('https:'), tiles ? ` ${originOf(tiles.url)}` : '');

/** `{s}` is the placeholder of several tile servers. */
const originOf = (url: string): string => /^https?:\/\/[^/;,\s]+/.exec(url.replace('{s}', '*'))?.[0] ?? '';

export function headersFor(publicUrl: string): Headers {
  const secure = publicUrl.startsWith('https:');
  return {
    // Data, never a page: a browser that opens it directly loads nothing and shows it in no frame.
    api: {
      ...always,
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      ...(secure ? secured : {}),
    },
    screens: {
      ...always,
      'content-security-policy': policyFor(publicUrl, null),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
      ...(secure ? secured : {}),
    },
  };
}
