// What a list or a read says of an agency invoice beyond its columns.
import { paymentTexts } from '#core/payments/texts.ts';
import { utc } from '#server/kernel/kinds.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** SQL: the sentence of a key of Z-038. */
const sentence = (key: string): string =>
  `case ${key} ${Object.entries(paymentTexts)
    .map(([name, text]) => `when ${quoted(name)} then ${quoted(text)}`)
    .join(' ')} end`;

export const agencyInvoiceComputed: Record<string, (t: string) => string> = {
  // A credit note is in the balance of its invoice.
  balance: (t) =>
    `case when ${t}.type = 'avoir' or ${t}.status = 'CANCELLED_MANUALLY' then 0 else ${t}.total - ${t}.counted_amount end`,
  partialPaymentsStatus: (t) =>
    `case when ${t}.settled_at is not null then 100 when ${t}.counted_amount > 0 then 50 else 0 end`,
  agency: (t) => `json_build_object('id', ${t}.buyer_id, 'name', ${t}.agency_name)`,
  seller: (t) =>
    `json_build_object('name', ${t}.printed #>> '{seller,name}', 'email', ${t}.printed #>> '{seller,email}', 'bankDetails', ${t}.printed #>> '{seller,bankDetails}')`,
  file: (t) => `json_build_object('url', '/agency-invoice/' || ${t}.id || '/pdf')`,
  partialPayments: (t) =>
    `(select coalesce(json_agg(json_build_object('id', p.id, 'date', p.date::text, 'amount', p.amount, 'note', p.note, 'status', p.status, 'paymentMethod', p.method_id,
        'isAuthenticationRequired', p.authentication_required, 'error', ${sentence('p.error')}, 'providerMessage', p.provider_message, 'attempts', p.attempts,
        'nextTryAt', ${utc('p.next_try_at')}) order by p.date, p.created_at, p.id), '[]')
      from agency_payments p where p.agency_id = ${t}.agency_id and p.agency_invoice_id = ${t}.id)`,
};
