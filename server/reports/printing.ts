// A report on paper: under the agency's letterhead, with its photos and signatures.
import { wallClock } from '#core/kernel/clock.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { wordsOfAnswer } from '#core/reports/answers.ts';
import type { AnswerKind } from '#core/reports/template.ts';
import { allSigners, type ReportType, reportLabels, type Signer, signers } from '#core/reports/types.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/kernel/call.ts';
import { utc } from '#server/kernel/kinds.ts';
import { type Content, facts, plain } from '#server/pdf/document.ts';
import { draw } from '#server/pdf/drawing.ts';
import type { House } from '#server/pdf/identity.ts';
import { absentPhoto, album, mostPhotos, type Pictures, picturesOf } from '#server/pdf/photos.ts';

interface Signed {
  hash: string | null;
  name: string | null;
  at: string | null;
}

export interface PrintedReport extends Record<string, unknown> {
  id: string;
  reference: string;
  type: ReportType;
  edition: number;
  reason: string | null;
  at: string;
  site: string;
  address: string | null;
  customer: string;
  service: string | null;
  hours: { startAt: string; endAt: string } | null;
  agent: string | null;
  customerSignature: Signed;
  agentSignature: Signed;
  answers: { section: string; label: string; kind: AnswerKind; value: string | null; hashes: (string | null)[] }[];
}

const signatureSql = (signer: Signer): string =>
  `json_build_object('hash', (select f.hash from files f where f.agency_id = r.agency_id and f.id = r.${signer}_signature_id),
    'name', r.${signer}_signer, 'at', ${utc(`r.${signer}_signed_at`)}) as "${signer}Signature"`;

/** Those that the reader sees. The hours are all planned or all real: an end to come is no real one. */
export const printedReports = (db: Db, ids: readonly string[]): Promise<PrintedReport[]> =>
  db.query<PrintedReport>({
    name: 'printed-reports',
    text: `select r.id, r.reference, r.type, r.edition, r.reason, ${utc('r.at')} as at, coalesce(s.name, '') as site,
        nullif(concat_ws(', ', s.street, nullif(concat_ws(' ', s.zipcode, s.city), '')), '') as address,
        (select c.name from customers c where c.agency_id = s.agency_id and c.id = s.customer_id) as customer,
        v.reference as service, case when v.id is not null then json_build_object('startAt', ${utc('case when v.real_end_at is null then v.start_at else coalesce(v.real_start_at, v.start_at) end')},
          'endAt', ${utc('coalesce(v.real_end_at, v.end_at)')}) end as hours,
        (select a.fullname from agents a where a.agency_id = r.agency_id and a.id = r.agent_id) as agent,
        ${allSigners.map(signatureSql).join(', ')},
        (select coalesce(json_agg(json_build_object('section', a.section, 'label', a.label, 'kind', a.kind, 'value', a.value,
            'hashes', array(select f.hash from agency_report_answer_files j join files f on f.agency_id = j.agency_id and f.id = j.file_id
              where j.agency_id = a.agency_id and j.answer_id = a.id order by j.rank)) order by a.rank), '[]')
          from agency_report_answers a where a.agency_id = r.agency_id and a.agency_report_id = r.id) as answers
      from agency_reports r left join sites s on s.agency_id = r.agency_id and s.id = r.site_id
        left join seen_services v on v.agency_id = r.agency_id and v.id = r.service_id
      where r.agency_id = app_agency() and r.id = any ($1::uuid[]) order by r.at, r.id`,
    values: [ids],
  });

/** Header and footer of the agency (L-015). */
export interface ReportTexts {
  header: string | null;
  footer: string | null;
}

export async function reportTexts(db: Db): Promise<ReportTexts> {
  const [row] = await db.query<ReportTexts & Record<string, unknown>>({
    name: 'report-texts',
    text: 'select event_report_header as header, event_report_footer as footer from agencies where id = app_agency()',
  });
  return { header: row?.header ?? null, footer: row?.footer ?? null };
}

/** A photo that a phone has not sent yet is missing. */
async function allPictures(report: PrintedReport, services: Pick<Services, 'files'>): Promise<Pictures> {
  const signed = allSigners.flatMap((signer) => report[`${signer}Signature`].hash ?? []);
  const photos = report.answers.flatMap((answer) => answer.hashes).filter((hash) => hash !== null);
  const taken = await picturesOf(photos.slice(0, mostPhotos), services);
  return new Map([...taken, ...(await picturesOf(signed, services, 'logoOf'))]);
}

export function reportContent(
  report: PrintedReport,
  { header }: ReportTexts,
  pictures: Pictures,
  zone: string,
): Content[] {
  const moment = (instant: string): string => {
    const { day, time } = wallClock(instant, zone);
    return `${frenchDay(day)} à ${time}`;
  };
  const sections = Map.groupBy(report.answers, ({ section }) => section);
  return [
    ...(header ? [{ text: plain(header), margin: [0, 0, 0, 8] } as Content] : []),
    facts([
      ['Client', report.customer],
      ['Site', [report.site, report.address].filter(Boolean).join(', ')],
      ['Date', moment(report.at)],
      ...(report.hours
        ? [
            [
              'Service',
              `${report.service ?? ''} : du ${moment(report.hours.startAt)} au ${moment(report.hours.endAt)}`,
            ] as [string, string],
          ]
        : []),
      ...(report.agent ? [['Collaborateur', report.agent] as [string, string]] : []),
      ...(report.edition > 1
        ? [['Version', `${report.edition}${report.reason ? ` : ${report.reason}` : ''}`] as [string, string]]
        : []),
    ]),
    ...[...sections].flatMap(([title, answers]): Content[] => [
      { text: plain(title), style: 'section' },
      facts(
        answers
          .filter(({ kind }) => kind !== 'photos')
          .map(({ label, kind, value }): [string, string] => [label, wordsOfAnswer(kind, value, moment)]),
      ),
      ...answers.flatMap(({ hashes }) => album(hashes, pictures)),
    ]),
    {
      unbreakable: true,
      margin: [0, 16, 0, 0],
      columnGap: 20,
      columns: allSigners.map((signer): Content => {
        const { hash, name, at } = report[`${signer}Signature`];
        const image = hash ? pictures.get(hash) : undefined;
        return {
          stack: [
            { text: signers[signer], bold: true },
            ...(hash
              ? [
                  image ? { image, fit: [200, 70] } : absentPhoto,
                  { text: plain([name, at && `le ${moment(at)}`].filter(Boolean).join(', ')), style: 'quiet' },
                ]
              : [{ text: 'Non signé', style: 'quiet' }]),
          ],
        } as Content;
      }),
    } as Content,
  ];
}

export const paperName = (report: Pick<PrintedReport, 'type' | 'reference' | 'site'>): string =>
  `${reportLabels[report.type]} ${report.reference} ${report.site}.pdf`.replaceAll(/[\\/:*?"<>|]+/g, '-');

export async function drawReport(
  report: PrintedReport,
  texts: ReportTexts,
  house: House,
  services: Pick<Services, 'files'>,
  now: Date,
): Promise<Buffer> {
  const content = reportContent(report, texts, await allPictures(report, services), house.timeZone);
  const subtitle = `${report.reference} – ${report.site}`;
  return draw('writePdf', { title: reportLabels[report.type], subtitle, house, content, foot: texts.footer, now });
}
