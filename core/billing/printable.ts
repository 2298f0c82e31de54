// Letters of a draft that its paper cannot show: said before it is issued.
import { undrawnLetters } from '../kernel/letters.ts';

interface Printable {
  title?: string | null;
  header?: string | null;
  footer?: string | null;
  customer?: { name: string } | null;
  agent?: { name: string } | null;
  site?: { name: string } | null;
  items: readonly { title: string; description: string | null }[];
  discounts: readonly { label: string }[];
}

/** « 😀, م »; null: everything is printed. */
export function unprinted({
  title,
  header,
  footer,
  customer,
  agent,
  site,
  items,
  discounts,
}: Printable): string | null {
  const letters = undrawnLetters([
    ...[title, header, footer, customer?.name, agent?.name, site?.name],
    ...items.flatMap((item) => [item.title, item.description]),
    ...discounts.map(({ label }) => label),
  ]);
  return letters.length === 0 ? null : `${letters.slice(0, 10).join(', ')}${letters.length > 10 ? '…' : ''}`;
}
