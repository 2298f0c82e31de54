// Headers that protect whoever reads an answer, written once: nothing of them depends on the request.

/** The component library writes its variables into style elements; nothing else inline runs. */
const screenPolicy = (secure: boolean): string =>
  [
    "default-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    // Spreadsheets are compressed by a worker that the compressor makes of its own code.
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

export function headersFor(publicUrl: string): Headers {
  const secure = publicUrl.startsWith('https:');
  return {
    api: { ...always, 'cache-control': 'no-store', ...(secure ? secured : {}) },
    screens: {
      ...always,
      'content-security-policy': screenPolicy(secure),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
      ...(secure ? secured : {}),
    },
  };
}
