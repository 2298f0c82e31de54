// A page for people without an account: plain HTML without scripts, session or tracking.
import type { FastifyReply } from 'fastify';
import { inkOn } from '#core/tenant/colour.ts';
import { escaped } from '#server/mail/layout.ts';

const policy =
  "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
export const pageHeaders = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex, nofollow',
  'cache-control': 'no-store',
};

const style = `:root{color-scheme:light dark;--ground:#f2f4f6;--sheet:#fff;--ink:#1d2730;--quiet:#55606a;--line:#d9dfe4;--good:#12632f;--good-ground:#dff3e6;--bad:#9b1c1c;--bad-ground:#fbe3e3}
@media (prefers-color-scheme:dark){:root{--ground:#14191e;--sheet:#1f262d;--ink:#e8ecef;--quiet:#a9b4bd;--line:#39434c;--good:#8fe0ae;--good-ground:#143423;--bad:#ffb3b3;--bad-ground:#451c1c}}
*{box-sizing:border-box}body{margin:0;background:var(--ground);color:var(--ink);font:17px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif}
header{padding:14px 20px;font-weight:700}main{width:min(420px,calc(100% - 24px));margin:24px auto;padding:24px;background:var(--sheet);border-radius:12px;border:1px solid var(--line);text-align:center}
.photo{width:150px;height:187px;margin:0 auto 16px;border-radius:8px;object-fit:cover;display:block;background:var(--line)}div.photo{display:grid;place-items:center;font-size:48px;font-weight:600;color:var(--quiet)}
h1{font-size:24px;margin:0 0 4px}p{margin:0}.state{margin:20px 0;padding:12px;border-radius:8px;font-size:20px;font-weight:700}.state small{display:block;font-size:15px;font-weight:400}
.good{background:var(--good-ground);color:var(--good)}.bad{background:var(--bad-ground);color:var(--bad)}
dl{margin:0;text-align:left}dt{color:var(--quiet);font-size:14px}dd{margin:0 0 12px;font-weight:600;overflow-wrap:anywhere}footer{color:var(--quiet);font-size:14px}`;

export interface Look {
  name: string;
  accent: string;
}

export const publicPage = ({ name, accent }: Look, title: string, body: string): string => `<!doctype html>
<html lang="fr">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escaped(title)}</title><style>${style}header{background:${accent};color:${inkOn(accent)}}</style></head>
<body><header>${escaped(name)}</header><main>${body}</main></body>
</html>
`;

export const sendPage = (reply: FastifyReply, status: number, text: string): FastifyReply =>
  reply.status(status).headers(pageHeaders).type('text/html; charset=utf-8').send(text);
