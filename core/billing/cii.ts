// The electronic invoice: EN 16931 in the CII syntax, profile « EN 16931 » of Factur-X. BT and BG are the terms of the norm.
import { type Decimal, type Exact, scaleOf, toText } from '../kernel/money.ts';
import { group, leaf } from '../kernel/xml.ts';
import { ibanIn } from './iban.ts';
import { invoiceMentions, naturesOf } from './mentions.ts';
import type { InvoicePaper, PaperItem, Place, PrintedBuyer, PrintedSeller } from './paper.ts';
import { billedTotals, type ItemUnit, type VatExemption, vatExemptions } from './parts.ts';
import { grossOf, lineDiscountOf, type TaxedPart } from './totals.ts';

/** Format 102 of UNTDID 2379. */
const dateTime = (day: string, prefix = 'udt'): string =>
  leaf(`${prefix}:DateTimeString`, day.replaceAll('-', ''), { format: '102' });
const dated = (name: string, day: string | null, prefix?: string): string =>
  day ? group(name, dateTime(day, prefix)) : '';

/** UN/ECE recommendation 20. */
const unitCodes: Record<ItemUnit, string> = {
  HOUR: 'HUR',
  DAY: 'DAY',
  MONTH: 'MON',
  PASS: 'E48',
  UNIT: 'C62',
  KM: 'KMT',
  FLAT: 'LS',
};

export type VatCategory = 'S' | 'E' | 'AE' | 'O';

/** UNTDID 5305, and the code of the reason (VATEX). */
export const exemptionCodes: Record<VatExemption, { category: VatCategory; reason: string | null }> = {
  FRANCHISE: { category: 'E', reason: 'VATEX-FR-FRANCHISE' },
  REVERSE_CHARGE: { category: 'AE', reason: 'VATEX-EU-AE' },
  INTRA_COMMUNITY: { category: 'AE', reason: 'VATEX-EU-AE' },
  EXPORT: { category: 'O', reason: 'VATEX-EU-O' },
  EXEMPT: { category: 'E', reason: null },
};

export const isUntaxed = (rate: Exact): boolean => toText(rate) === '0';

interface Category {
  category: VatCategory;
  rate: string | null;
  reason: string | null;
  mention: string | null;
}

/** « O » excludes every other category (BR-O-11): beside a taxed line, an operation out of scope is said exempt. */
function categoryOf(rate: Exact, { vatExemption, items }: InvoicePaper): Category {
  if (!isUntaxed(rate) || vatExemption === null)
    return { category: 'S', rate: toText(rate), reason: null, mention: null };
  const { mention } = vatExemptions[vatExemption];
  const { category, reason } = exemptionCodes[vatExemption];
  if (category === 'O' && items.some(({ vat }) => !isUntaxed(vat)))
    return { category: 'E', rate: '0', reason: null, mention };
  return { category, reason, mention, rate: category === 'O' ? null : '0' };
}

/** Whether the invoice is out of the scope of VAT: then nobody's VAT number may be in it (BR-O-02). */
const isOutOfScope = (paper: InvoicePaper): boolean =>
  paper.items.some(({ vat }) => categoryOf(vat, paper).category === 'O');

const compact = (text: string | null): string => (text ?? '').replaceAll(/[\s.]/g, '').toUpperCase();
/** Its first two letters name the country (BR-CO-09). */
export const isVatNumber = (text: string | null): boolean => /^[A-Z]{2}[0-9A-Z+*]{2,}$/.test(compact(text));

/** The first nine digits of a SIRET. */
const siren = (siret: string | null): string | null => (siret ? siret.slice(0, 9) : null);

const addressOf = ({ street, zipcode, city, country }: Place, otherwise: string): string =>
  group(
    'ram:PostalTradeAddress',
    leaf('ram:PostcodeCode', zipcode),
    leaf('ram:LineOne', street),
    leaf('ram:CityName', city),
    leaf('ram:CountryID', country ?? otherwise),
  );

/** 0009: SIRET, 0002: SIREN (ISO 6523); 0225: address in the French directory. */
const ids = ({ siret }: PrintedSeller | PrintedBuyer): string => leaf('ram:GlobalID', siret, { schemeID: '0009' });
const legal = ({ siret }: PrintedSeller | PrintedBuyer): string =>
  group('ram:SpecifiedLegalOrganization', leaf('ram:ID', siren(siret), { schemeID: '0002' }));
const electronic = ({ siret }: PrintedSeller | PrintedBuyer): string =>
  group('ram:URIUniversalCommunication', leaf('ram:URIID', siren(siret), { schemeID: '0225' }));
const taxId = (id: string | null, schemeID: 'VA' | 'FC'): string =>
  group('ram:SpecifiedTaxRegistration', leaf('ram:ID', id, { schemeID }));

function seller(party: PrintedSeller, country: string, outOfScope: boolean): string {
  const vat = compact(party.vatNumber);
  const taxed = isVatNumber(vat) && !outOfScope;
  return group(
    'ram:SellerTradeParty',
    ids(party),
    leaf('ram:Name', party.name),
    // BT-33: legal form, capital, register, authorisation.
    leaf(
      'ram:Description',
      [
        party.legalStatus,
        party.capital === null ? null : `capital ${toText(party.capital)}`,
        party.rcs && `RCS ${party.rcs}`,
        party.approvalNumber && `Autorisation d’exercer ${party.approvalNumber}`,
      ]
        .filter(Boolean)
        .join(' – '),
    ),
    legal(party),
    addressOf(party, country),
    electronic(party),
    taxed ? taxId(vat, 'VA') : '',
    // A seller without VAT number names himself by his registration (BR-E-02, BR-S-02).
    taxed || outOfScope ? '' : taxId(siren(party.siret) ?? (vat || null), 'FC'),
  );
}

function buyer(party: PrintedBuyer, country: string, outOfScope: boolean): string {
  const vat = compact(party.vatNumber);
  return group(
    'ram:BuyerTradeParty',
    leaf('ram:ID', party.siret ? null : party.number),
    ids(party),
    leaf('ram:Name', party.name),
    legal(party),
    addressOf(party, country),
    electronic(party),
    isVatNumber(vat) && !outOfScope ? taxId(vat, 'VA') : '',
  );
}

const vatOf = ({ category, rate }: Category): string =>
  leaf('ram:CategoryCode', category) + leaf('ram:RateApplicablePercent', rate);

const charge = (isCharge: boolean): string =>
  group('ram:ChargeIndicator', leaf('udt:Indicator', isCharge ? 'true' : 'false'));

/** Every element of the invoice, with its amounts in the scale of its currency. */
export function ciiXml(paper: InvoicePaper): string {
  const { printed, currency, kind } = paper;
  const scale = scaleOf(currency);
  const amount = (value: Exact): string => toText(value, scale);
  const totals = billedTotals(paper, currency);
  const country = printed.seller.country ?? 'FR';
  const outOfScope = isOutOfScope(paper);

  const line = (item: PaperItem, index: number): string => {
    const discount = lineDiscountOf(item, scale);
    return group(
      'ram:IncludedSupplyChainTradeLineItem',
      group('ram:AssociatedDocumentLineDocument', leaf('ram:LineID', String(index + 1))),
      group('ram:SpecifiedTradeProduct', leaf('ram:Name', item.title), leaf('ram:Description', item.description)),
      group(
        'ram:SpecifiedLineTradeAgreement',
        group('ram:NetPriceProductTradePrice', leaf('ram:ChargeAmount', toText(item.price))),
      ),
      group(
        'ram:SpecifiedLineTradeDelivery',
        leaf('ram:BilledQuantity', toText(item.quantity), { unitCode: unitCodes[item.unit] }),
      ),
      group(
        'ram:SpecifiedLineTradeSettlement',
        group('ram:ApplicableTradeTax', leaf('ram:TypeCode', 'VAT'), vatOf(categoryOf(item.vat, paper))),
        discount.units === 0n
          ? ''
          : group(
              'ram:SpecifiedTradeAllowanceCharge',
              charge(false),
              leaf('ram:CalculationPercent', toText(item.discountRate ?? 0)),
              leaf('ram:BasisAmount', amount(grossOf(item, scale))),
              leaf('ram:ActualAmount', amount(discount)),
              leaf('ram:ReasonCode', '95'),
              leaf('ram:Reason', 'Remise'),
            ),
        group(
          'ram:SpecifiedTradeSettlementLineMonetarySummation',
          leaf('ram:LineTotalAmount', amount(totals.lines[index] as Decimal)),
        ),
      ),
    );
  };

  // BT-8: VAT is due when services are paid (72), unless debits were chosen (5); when goods are delivered (29).
  const dueType = printed.seller.vatOnDebits ? '5' : naturesOf(paper).includes('SERVICE') ? '72' : '29';

  const tax = (part: TaxedPart): string => {
    const category = categoryOf(part.rate, paper);
    return group(
      'ram:ApplicableTradeTax',
      leaf('ram:CalculatedAmount', amount(part.vat)),
      leaf('ram:TypeCode', 'VAT'),
      leaf('ram:ExemptionReason', category.mention),
      leaf('ram:BasisAmount', amount(part.base)),
      leaf('ram:CategoryCode', category.category),
      leaf('ram:ExemptionReasonCode', category.reason),
      category.category === 'S' ? leaf('ram:DueDateTypeCode', dueType) : '',
      leaf('ram:RateApplicablePercent', category.rate),
    );
  };

  const reason = paper.discounts.map(({ label }) => label).join(', ') || 'Remise';
  // A discount on the document is said once per rate (decision 98): the norm has one rate per allowance.
  const allowance = (part: TaxedPart): string =>
    part.discount.units === 0n
      ? ''
      : group(
          'ram:SpecifiedTradeAllowanceCharge',
          charge(false),
          leaf('ram:ActualAmount', amount(part.discount)),
          leaf('ram:ReasonCode', '95'),
          leaf('ram:Reason', reason),
          group('ram:CategoryTradeTax', leaf('ram:TypeCode', 'VAT'), vatOf(categoryOf(part.rate, paper))),
        );

  const iban = kind === 'facture' ? ibanIn(printed.seller.bankDetails ?? '') : null;
  const process = naturesOf(paper).length > 1 ? 'M1' : naturesOf(paper)[0] === 'GOODS' ? 'B1' : 'S1';

  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"',
    ' xmlns:qdt="urn:un:unece:uncefact:data:standard:QualifiedDataType:100"',
    ' xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100"',
    ' xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100">',
    group(
      'rsm:ExchangedDocumentContext',
      // BT-23: services, goods or both, as the French platforms name them.
      group('ram:BusinessProcessSpecifiedDocumentContextParameter', leaf('ram:ID', process)),
      group('ram:GuidelineSpecifiedDocumentContextParameter', leaf('ram:ID', 'urn:cen.eu:en16931:2017')),
    ),
    group(
      'rsm:ExchangedDocument',
      leaf('ram:ID', paper.number),
      leaf('ram:TypeCode', kind === 'avoir' ? '381' : '380'),
      dated('ram:IssueDateTime', paper.date),
      ...[...(paper.title ? [{ subject: null, text: paper.title }] : []), ...invoiceMentions(paper)].map(
        ({ subject, text }) => group('ram:IncludedNote', leaf('ram:Content', text), leaf('ram:SubjectCode', subject)),
      ),
    ),
    group(
      'rsm:SupplyChainTradeTransaction',
      ...paper.items.map(line),
      group(
        'ram:ApplicableHeaderTradeAgreement',
        leaf('ram:BuyerReference', paper.buyerReference),
        seller(printed.seller, country, outOfScope),
        buyer(printed.buyer, country, outOfScope),
        group('ram:BuyerOrderReferencedDocument', leaf('ram:IssuerAssignedID', paper.orderNumber)),
      ),
      printed.place
        ? group(
            'ram:ApplicableHeaderTradeDelivery',
            group('ram:ShipToTradeParty', leaf('ram:Name', printed.place.name), addressOf(printed.place, country)),
          )
        : '<ram:ApplicableHeaderTradeDelivery/>',
      group(
        'ram:ApplicableHeaderTradeSettlement',
        leaf('ram:PaymentReference', paper.number),
        leaf('ram:InvoiceCurrencyCode', currency),
        iban
          ? group(
              'ram:SpecifiedTradeSettlementPaymentMeans',
              leaf('ram:TypeCode', '30'),
              group('ram:PayeePartyCreditorFinancialAccount', leaf('ram:IBANID', iban)),
            )
          : '',
        ...totals.parts.map(tax),
        group(
          'ram:BillingSpecifiedPeriod',
          dated('ram:StartDateTime', paper.periodStart),
          dated('ram:EndDateTime', paper.periodEnd),
        ),
        ...totals.parts.map(allowance),
        paper.dueDate
          ? group('ram:SpecifiedTradePaymentTerms', dated('ram:DueDateDateTime', paper.dueDate))
          : // BR-CO-25: an amount without a due date has terms in words.
            group(
              'ram:SpecifiedTradePaymentTerms',
              leaf('ram:Description', kind === 'avoir' ? 'À valoir sur vos prochaines factures' : 'À réception'),
            ),
        group(
          'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
          leaf('ram:LineTotalAmount', amount(totals.gross)),
          totals.discount.units === 0n ? '' : leaf('ram:AllowanceTotalAmount', amount(totals.discount)),
          leaf('ram:TaxBasisTotalAmount', amount(totals.price)),
          leaf('ram:TaxTotalAmount', amount(totals.totalVat), { currencyID: currency }),
          leaf('ram:GrandTotalAmount', amount(totals.total)),
          leaf('ram:DuePayableAmount', amount(totals.total)),
        ),
        paper.creditOf
          ? group(
              'ram:InvoiceReferencedDocument',
              leaf('ram:IssuerAssignedID', paper.creditOf.number),
              dated('ram:FormattedIssueDateTime', paper.creditOf.date, 'qdt'),
            )
          : '',
      ),
    ),
    '</rsm:CrossIndustryInvoice>\n',
  ].join('');
}
