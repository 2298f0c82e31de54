// What an invoice or a credit note must have before it is numbered (law.md 3).
import { exemptionCodes, isUntaxed, isVatNumber } from './cii.ts';
import type { InvoicePaper, Place } from './paper.ts';

/** 242 nonies A: a VAT number is due above this amount without tax. */
const smallInvoice = 150;

const hasAddress = ({ street, city }: Place): boolean => Boolean(street && city);

function missingOf({ kind, printed: { seller, buyer }, items, vatExemption, creditOf, title }: InvoicePaper): string[] {
  const { isFrench } = seller;
  const taxed = items.some(({ vat }) => !isUntaxed(vat));
  const amount = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  const reversed =
    vatExemption !== null &&
    exemptionCodes[vatExemption].category === 'AE' &&
    !items.every(({ vat }) => !isUntaxed(vat));
  return [
    (isFrench ? !seller.siret : !seller.siret && !seller.vatNumber) ? 'le SIRET de l’agence' : '',
    isFrench && taxed && amount > smallInvoice && !isVatNumber(seller.vatNumber) ? 'le numéro de TVA de l’agence' : '',
    isFrench && !seller.legalStatus ? 'la forme juridique de l’agence' : '',
    isFrench && !hasAddress(seller) ? 'l’adresse de l’agence' : '',
    isFrench && !hasAddress(buyer) ? 'l’adresse du client' : '',
    reversed && !buyer.siret && !isVatNumber(buyer.vatNumber)
      ? 'le numéro de TVA ou le SIRET du client (autoliquidation)'
      : '',
    kind === 'avoir' && !creditOf && !title
      ? 'la facture que cet avoir corrige (à défaut, nommez-la dans l’objet)'
      : '',
  ].filter((what) => what !== '');
}

/** A sentence that names everything at once; null: nothing is missing. */
export function missingMentions(paper: InvoicePaper): string | null {
  const missing = missingOf(paper);
  return missing.length === 0 ? null : `Mentions obligatoires manquantes : ${missing.join(', ')}.`;
}
