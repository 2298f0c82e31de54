// The daily log of a site on paper, and the public page that verifies its reference.
import type { FastifyInstance } from 'fastify';
import { messages, Problem } from '#core/kernel/problem.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { printLogbook, type Verdict, verdicts } from '#core/logbook/calls.ts';
import { eventStates, LogEvent } from '#core/logbook/event.ts';
import { Site } from '#core/sites/site.ts';
import type { Db } from '#server/db/database.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import { type Handler, handle, type Services } from '#server/kernel/call.ts';
import { publicPage, sendPage } from '#server/kernel/public-page.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import { escaped } from '#server/mail/layout.ts';
import type { Limits } from '#server/operations/limits.ts';
import { type Content, facts, grid, plain } from '#server/pdf/document.ts';
import { draw } from '#server/pdf/drawing.ts';
import { identityOf } from '#server/pdf/identity.ts';
import { codePng } from '#server/pdf/qr.ts';
import { fileReply } from '#server/pdf/reply.ts';
import { authorOf } from './event.ts';
import { provenSite, verify, wholeOf } from './logbook.ts';

export interface Printed extends Record<string, unknown> {
  moment: string;
  position: number;
  label: string;
  subType: string | null;
  description: string | null;
  author: string | null;
  state: keyof typeof eventStates;
  findings: string[];
  photos: number;
}

/** Entries of one document. */
const most = 5_000;

export const printedRows = (
  db: Db,
  { site, from, to, forCustomer }: { site: string; from: string; to: string; forCustomer: boolean },
): Promise<Printed[]> =>
  db.query<Printed>({
    name: 'printed-logbook',
    text: `select to_char(t.at at time zone app_zone(), 'DD/MM/YYYY HH24:MI') as moment, t.position::integer, t.label, t.sub_type as "subType", t.description, t.state,
        t.photo_count as photos, ${authorOf('t')} as author,
        array(select f.content from logbook_findings f where f.agency_id = t.agency_id and f.event_id = t.id and f.content is not null
          and f.state <> 'WITHDRAWN' order by f.at, f.id) as findings
      from logbook_events t where t.agency_id = app_agency() and t.site_id = $1 and t.at >= $2::date::timestamp at time zone app_zone()
        and t.at < ($3::date + 1)::timestamp at time zone app_zone() and (not $4 or (t.customer_show and t.state <> 'WITHDRAWN'))
      order by t.at, t.position limit ${most + 1}`,
    values: [site, from, to, forCustomer],
  });

export const wordsOf = ({ subType, description, findings, photos, state }: Printed): string =>
  [
    // A drill says so already.
    subType && description?.startsWith(`${subType} : `)
      ? description
      : [subType, description ?? messages.noDescription].filter(Boolean).join(' : '),
    ...findings.map((finding) => `Constatation : ${finding}`),
    ...(photos > 0 ? [`${photos} photo${photos > 1 ? 's' : ''}`] : []),
    ...(state === 'RECORDED' ? [] : [`(${eventStates[state].toLowerCase()})`]),
  ]
    .filter(Boolean)
    .join(' – ');

/** The author of an entry is not for the customer. */
export const logTable = (rows: readonly Printed[], forCustomer: boolean): Content =>
  forCustomer
    ? grid(
        [80, 34, 120, '*'],
        ['Date', 'N°', 'Événement', 'Description'],
        rows.map((row) => [row.moment, String(row.position), row.label, wordsOf(row)]),
      )
    : grid(
        [80, 34, 105, '*', 80],
        ['Date', 'N°', 'Événement', 'Description', 'Auteur'],
        rows.map((row) => [row.moment, String(row.position), row.label, wordsOf(row), row.author ?? '']),
      );

/** In groups of four: somebody may have to type it. */
const shownCode = (code: string): string => code.match(/.{1,4}/g)?.join(' ') ?? code;

export const printHandlers: Handler[] = [
  handle(printLogbook, async (call) => {
    const { db, input, context, caller, now, services } = call;
    const { from, to } = input;
    const forCustomer = context.customer !== null || (input.forCustomer ?? false);
    const site = input.site.id;
    const place = await provenSite(db, site);
    const rows = await printedRows(db, { site, from, to, forCustomer });
    if (rows.length > most)
      throw new Problem('conflict', `Plus de ${most} mains courantes : choisissez une période plus courte`);
    // The chain and the register of prints are the agency's.
    const whole = wholeOf(call);
    const chain = await verify(whole, context.agency ?? '', site);
    if (chain.entries === 0) throw new Problem('conflict', 'Rien n’est consigné sur ce site');
    const [print] = await whole.query<{ code: string }>({
      name: 'keep-print',
      text: `insert into logbook_prints (agency_id, id, site_id, start_date, end_date, entries, position, hash, author)
        values (app_agency(), $1, $2, $3, $4, $5, $6, decode($7, 'hex'), $8) returning code`,
      values: [uuidv7(), site, from, to, rows.length, chain.entries, chain.hash, caller?.name ?? null],
    });
    const code = print?.code ?? '';
    await writeAudit(whole, call, { entity: Site.name, id: site, action: 'printLogbook' });
    const url = `${services.tenants.urlOf(services.tenants.of(call.host))}/main-courante/${code}`;
    const content: Content[] = [
      facts([
        ['Site', place.name],
        ['Période', `du ${frenchDay(from)} au ${frenchDay(to)}`],
        ['Mains courantes', String(rows.length)],
        ['Intégrité à l’édition', verdicts[chain.verdict]],
      ]),
      { text: '', margin: [0, 0, 0, 8] },
      rows.length > 0 ? logTable(rows, forCustomer) : { text: 'Aucune main courante sur la période.' },
      // With its code, on one page.
      {
        unbreakable: true,
        stack: [
          {
            margin: [0, 14, 0, 0],
            columnGap: 12,
            columns: [
              { width: 'auto', image: `data:image/png;base64,${codePng(url).toString('base64')}`, fit: [84, 84] },
              {
                text: [
                  { text: `Référence ${shownCode(code)}\n`, bold: true },
                  `Vérifiez ce document, sans compte, à l’adresse ${plain(url)}\n`,
                  { text: `Empreinte de la chaîne : ${chain.hash}`, style: 'quiet', fontSize: 7 },
                ],
              },
            ],
          },
        ],
      } as Content,
    ];
    const pdf = await draw('writePdf', {
      title: LogEvent.label.one,
      subtitle: place.name,
      house: await identityOf(call),
      content,
      now,
    });
    return fileReply(pdf, `Main courante ${place.name} ${from}.pdf`, 'application/pdf');
  }),
];

interface Found extends Record<string, unknown> {
  agency: string;
  site: string;
  name: string;
  position: number;
  hash: string;
  entries: number;
  from: string;
  to: string;
  printed: string;
}

/** As the platform, because the page names no agency. Tells nothing of the content: who has the document reads its site and its hash there. */
async function verifyPrint(db: Db, code: string): Promise<{ verdict: Verdict; print: Found } | null> {
  if (!/^[0-9a-f]{32}$/.test(code)) return null;
  const [print] = await db.query<Found>({
    name: 'find-print',
    text: `select p.agency_id as agency, p.site_id as site, s.name, p.position::integer, encode(p.hash, 'hex') as hash, p.entries, p.start_date::text as from, p.end_date::text as to,
        to_char(p.created_at at time zone g.time_zone, 'DD/MM/YYYY à HH24:MI') as printed
      from logbook_prints p join agencies g on g.id = p.agency_id join sites s on s.agency_id = p.agency_id and s.id = p.site_id where p.code = $1`,
    values: [code],
  });
  if (!print) return null;
  const chain = await verify(db, print.agency, print.site, print.position);
  // The end of the chain was cut off, or the whole chain was written again.
  const isOther = chain.entries !== print.position || chain.hash !== print.hash;
  return { verdict: isOther ? 'altered' : chain.verdict, print };
}

const words: Record<Verdict, string> = {
  valid: 'Aucune écriture n’a été changée ni retirée depuis l’édition de ce document.',
  erased: 'Des contenus ont été effacés pour protéger la vie privée ; aucune écriture n’a été changée.',
  altered: 'Les écritures enregistrées ne sont plus celles de ce document.',
};

export function serveLogbookPages(app: FastifyInstance, { tenants, database }: Services, limits: Limits): void {
  app.get('/main-courante/:code', async (request, reply) => {
    const { name, accent } = tenants.of(request.hostname).tenant;
    const look = { name, accent };
    const title = 'Vérification d’une main courante';
    try {
      limits.network(request.ip);
      const { code } = request.params as { code: string };
      const found = await database.platformTransaction((db) =>
        verifyPrint(db, code.toLowerCase().replaceAll(/\s/g, '')),
      );
      if (!found)
        return sendPage(
          reply,
          404,
          publicPage(
            look,
            title,
            '<h1>Référence inconnue</h1><p class="state bad">Aucun document n’a cette référence.</p>',
          ),
        );
      const { verdict, print } = found;
      const tone = verdict === 'altered' ? 'bad' : 'good';
      const body = `<h1>Main courante</h1><p class="state ${tone}">${verdicts[verdict]}<small>${words[verdict]}</small></p>
<dl><dt>Site</dt><dd>${escaped(print.name)}</dd><dt>Période</dt><dd>du ${frenchDay(print.from)} au ${frenchDay(print.to)}</dd><dt>Mains courantes du document</dt><dd>${print.entries}</dd>
<dt>Écritures vérifiées</dt><dd>${print.position}</dd><dt>Édité le</dt><dd>${print.printed}</dd>
<dt>Empreinte de la chaîne, imprimée sur le document</dt><dd>${print.hash}</dd></dl>`;
      return sendPage(reply, 200, publicPage(look, title, body));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return sendPage(reply, error.status, publicPage(look, title, `<p class="state bad">${error.message}</p>`));
    }
  });
}
