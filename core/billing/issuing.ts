// What an invoice or a credit note must have before it is numbered (law.md 3).
import { compare } from '../kernel/money.ts';
import { exemptionCodes, isUntaxed, isVatNumber } from './cii.ts';
import type { InvoicePaper, PaperItem, Place } from './paper.ts';
import { billedTotals } from './parts.ts';

/** 242 nonies A: a VAT number is due above this amount without tax. */
const smallInvoice = 150;

const hasAddress = ({ street, city }: Place): boolean => Boolean(street && city);

/** What is asked of a paper, or of what is prepared to become one. */
export type Issued = Pick<
  InvoicePaper,
  'kind' | 'printed' | 'discounts' | 'vatExemption' | 'currency' | 'creditOf' | 'title'
> & { items: readonly Pick<PaperItem, 'price' | 'quantity' | 'discountRate' | 'vat'>[] };

function missingOf(paper: Issued): string[] {
  const { kind, items, discounts, currency, vatExemption, creditOf, title } = paper;
  const { seller, buyer } = paper.printed;
  const { isFrench } = seller;
  const taxed = items.some(({ vat }) => !isUntaxed(vat));
  const { price: amount } = billedTotals({ items, discounts }, currency);
  const reversed =
    vatExemption !== null &&
    exemptionCodes[vatExemption].category === 'AE' &&
    !items.every(({ vat }) => !isUntaxed(vat));
  return [
    (isFrench ? !seller.siret : !seller.siret && !seller.vatNumber) ? 'le SIRET de l’agence' : '',
    isFrench && taxed && compare(amount, smallInvoice) > 0 && !isVatNumber(seller.vatNumber)
      ? 'le numéro de TVA de l’agence'
      : '',
    isFrench && !seller.legalStatus ? 'la forme juridique de l’agence' : '',
    isFrench && !hasAddress(seller) ? 'l’adresse de l’agence' : '',
    isFrench && !hasAddress(buyer) ? 'l’adresse du client' : '',
    reversed && !buyer.siret && !isVatNumber(buyer.vatNumber)
      ? 'le numéro de TVA ou le SIRET du client (autoliquidation)'
      : '',
    items.some(({ quantity }) => quantity === 0) ? 'la quantité de chaque ligne' : '',
    items.some(({ vat }) => isUntaxed(vat)) && vatExemption === null ? 'la raison de la TVA à 0 %' : '',
    kind === 'avoir' && !creditOf && !title
      ? 'la facture que cet avoir corrige (à défaut, nommez-la dans l’objet)'
      : '',
  ].filter((what) => what !== '');
}

/** A sentence that names everything at once; null: nothing is missing. */
export function missingMentions(paper: Issued): string | null {
  const missing = missingOf(paper);
  return missing.length === 0 ? null : `Mentions obligatoires manquantes : ${missing.join(', ')}.`;
}
