// An estimate, an invoice, a credit note or a purchase order on paper: under the agency's letterhead, with the mentions of the law.
import { ciiXml } from '#core/billing/cii.ts';
import { invoiceMentions } from '#core/billing/mentions.ts';
import { isInvoicePaper, type Paper, type Place } from '#core/billing/paper.ts';
import { billedTotals, inUnits } from '#core/billing/parts.ts';
import { sentKinds as kindLabels } from '#core/billing/sending.ts';
import { draftNumber } from '#core/billing/states.ts';
import { compare, type Exact, formatDecimal, formatMoney, priceDecimals, times } from '#core/kernel/money.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { type Content, plain } from '#server/pdf/document.ts';
import { draw } from '#server/pdf/drawing.ts';
import { capitalInWords, type House } from '#server/pdf/identity.ts';

/** As typed, line by line. */
const paragraphs = (text: string): Content[] => text.split('\n').map((line): Content => ({ text: plain(line) || ' ' }));

const lines = (texts: readonly (string | null | undefined)[]): Content[] =>
  texts.flatMap((text) => (text ? paragraphs(text.trim()) : []));

const addressOf = ({ street, zipcode, city }: Pick<Place, 'street' | 'zipcode' | 'city'>): string[] =>
  [street ?? '', [zipcode, city].filter(Boolean).join(' ')].filter((line) => line !== '');

/** Through the window of an envelope the address stands at the right. */
function parties({ printed, paperVersion, kind }: Paper): Content {
  const { buyer, place } = printed;
  const to: Content = {
    stack: [
      { text: plain(buyer.name), bold: true },
      ...lines([
        ...addressOf(buyer),
        buyer.number && `Client n° ${buyer.number}`,
        buyer.siret && `SIREN ${buyer.siret.slice(0, 9)}`,
        buyer.vatNumber && `TVA ${buyer.vatNumber}`,
      ]),
    ],
  };
  const where: Content = {
    stack: place
      ? [
          { text: kind === 'agentPurchaseOrder' ? 'Client concerné' : 'Lieu de la prestation', style: 'quiet' },
          ...lines([place.name, ...addressOf(place)]),
        ]
      : [],
  };
  return {
    columnGap: 20,
    margin: paperVersion === 'letter' ? [0, 40, 0, 24] : [0, 0, 0, 12],
    columns: paperVersion === 'letter' ? [where, to] : [to, where],
  };
}

function dates(paper: Paper): Content[] {
  const { date, dueDate, validUntil, periodStart, periodEnd, orderNumber, buyerReference } = paper;
  const period =
    periodStart && periodEnd && periodStart !== periodEnd
      ? `Prestation du ${frenchDay(periodStart)} au ${frenchDay(periodEnd)}`
      : periodStart || periodEnd
        ? `Prestation du ${frenchDay((periodStart ?? periodEnd) as string)}`
        : // 242 nonies A: the day of the service, when no other was said the day of issue.
          paper.kind === 'facture'
          ? `Prestation du ${frenchDay(date)}`
          : null;
  return lines([
    [
      `Date : ${frenchDay(date)}`,
      dueDate && `Échéance : ${frenchDay(dueDate)}`,
      validUntil && `Valable jusqu’au ${frenchDay(validUntil)}`,
    ]
      .filter(Boolean)
      .join('  –  '),
    period,
    orderNumber && `${paper.kind === 'agentPurchaseOrder' ? 'Référence' : 'Votre commande'} : ${orderNumber}`,
    buyerReference && `Code service : ${buyerReference}`,
  ]);
}

const right = (text: string, more: object = {}): Content => ({ text, alignment: 'right', ...more });

export function paperContent(paper: Paper): Content[] {
  const { currency, printed, kind, items, discounts, title, header } = paper;
  const sign = kind === 'avoir' ? -1 : 1;
  // Credit notes are shown negative.
  const money = (value: Exact): string => formatMoney(times(value, sign), currency);
  const totals = billedTotals(paper, currency);
  const hasDiscounts = items.some(({ discountRate }) => discountRate !== null && discountRate > 0);
  const heads = [
    'Désignation',
    'Quantité',
    'Prix unitaire HT',
    ...(hasDiscounts ? ['Remise'] : []),
    printed.seller.vatLabel,
    'Total HT',
  ];
  const rows = items.map((item, index): Content[] => [
    {
      stack: [
        { text: plain(item.title) },
        ...(item.description
          ? [{ stack: paragraphs(item.description.trim()), style: 'quiet', fontSize: 8 } satisfies Content]
          : []),
      ],
    },
    right(inUnits(item.quantity, item.unit)),
    right(formatMoney(item.price, currency, priceDecimals)),
    ...(hasDiscounts ? [right(item.discountRate ? `${formatDecimal(item.discountRate)} %` : '')] : []),
    right(`${formatDecimal(item.vat)} %`),
    right(money(totals.lines[index] as Exact)),
  ]);
  const sums: [string, string, boolean?][] = [
    ...(discounts.length > 0 ? [['Total des lignes', money(totals.gross)] as [string, string]] : []),
    ...discounts.map(({ label, kind: of, value }, index): [string, string] => [
      of === 'PERCENT' ? `${label} (${formatDecimal(value)} %)` : label,
      money(times(totals.discounts[index] as Exact, -1)),
    ]),
    ['Total HT', money(totals.price)],
    ...totals.parts
      .filter(({ rate }) => compare(rate, 0) !== 0)
      .map(({ rate, base, vat }): [string, string] => [
        `${printed.seller.vatLabel} ${formatDecimal(rate)} % sur ${money(base)}`,
        money(vat),
      ]),
    [kind === 'avoir' ? 'Total TTC à votre crédit' : 'Total TTC', money(totals.total), true],
  ];
  const mentions = isInvoicePaper(paper) ? invoiceMentions(paper).map(({ text }) => text) : [];
  return [
    parties(paper),
    ...dates(paper),
    ...(title ? [{ text: plain(title), style: 'section' } satisfies Content] : []),
    ...lines([printed.seller.header, header]),
    {
      margin: [0, 8, 0, 8],
      layout: 'ruled',
      table: {
        headerRows: 1,
        widths: ['*', 'auto', 'auto', ...(hasDiscounts ? ['auto'] : []), 'auto', 'auto'],
        body: [
          heads.map((text, index) => ({ text, style: 'head', alignment: index === 0 ? 'left' : 'right' })),
          ...rows,
        ],
      },
    } as Content,
    {
      columns: [
        { width: '*', text: '' },
        {
          width: 260,
          layout: 'ruled',
          table: {
            widths: ['*', 'auto'],
            body: sums.map(([label, value, strong]) => [
              { text: plain(label), bold: strong ?? false },
              right(value, { bold: strong ?? false }),
            ]),
          },
        },
      ],
      unbreakable: true,
    } as Content,
    {
      margin: [0, 14, 0, 0],
      fontSize: 8,
      stack: lines([...(kind === 'avoir' ? [] : [printed.seller.bankDetails]), ...mentions, paper.footer]),
    } as Content,
    ...(!isInvoicePaper(paper)
      ? [
          {
            margin: [0, 24, 0, 0],
            unbreakable: true,
            columns: [
              { width: '*', text: '' },
              { width: 220, text: 'Bon pour accord : date, nom, signature', style: 'quiet', margin: [0, 0, 0, 60] },
            ],
          } as Content,
        ]
      : []),
  ];
}

export const paperName = ({ kind, number, printed }: Pick<Paper, 'kind' | 'number' | 'printed'>): string =>
  `${kindLabels[kind]} ${number} ${printed.buyer.name}.pdf`.replaceAll(/[\\/:*?"<>|]+/g, '-');

/** The letterhead of an issued paper is the one of its issue; only the logo is today's. */
const houseAtIssue = ({ printed: { seller }, currency }: Paper, house: House): House => ({
  ...house,
  name: seller.name,
  legalForm: seller.legalStatus,
  capital: capitalInWords(seller.capital, currency),
  siret: seller.siret,
  rcs: seller.rcs,
  vatNumber: seller.vatNumber,
  approvalNumber: seller.approvalNumber,
  email: seller.email,
  phone: seller.phone,
  isFrench: seller.isFrench,
  address: addressOf(seller).join(', ') || null,
});

/** Issued, it is a Factur-X, dated by its issue; else a plain PDF. */
export function drawPaper(paper: Paper, house: House, now: Date): Promise<Buffer> {
  const { kind, number, issuedAt, printed } = paper;
  const isDraft = number === draftNumber;
  return draw('writePdf', {
    title: isDraft ? `${kindLabels[kind]} – brouillon` : `${kindLabels[kind]} ${number}`,
    content: paperContent(paper),
    foot: printed.seller.footer,
    ...(issuedAt !== null && isInvoicePaper(paper)
      ? { house: houseAtIssue(paper, house), facturX: ciiXml(paper), now: new Date(issuedAt) }
      : { house, now }),
  });
}
