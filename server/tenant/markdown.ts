// Legal texts in a subset of Markdown: titles, lists, bold, italics, links. The result is sanitised.
import { escapeHtml, isLink } from '#core/kernel/html.ts';
import { sanitise } from '#server/kernel/html.ts';

const quoted = (address: string): string => escapeHtml(address).replaceAll('"', '&quot;');

const inline = (text: string): string =>
  escapeHtml(text)
    .replace(/\[([^[\]]+)\]\(([^()\s]+)\)/g, (whole, label: string, address: string) =>
      isLink(address) ? `<a href="${quoted(address.replaceAll('&amp;', '&'))}">${label}</a>` : whole,
    )
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/\*([^*]+)\*/g, '<em>$1</em>');

const list = (lines: readonly string[], marker: RegExp, tag: 'ul' | 'ol'): string =>
  `<${tag}>${lines.map((line) => `<li>${inline(line.replace(marker, ''))}</li>`).join('')}</${tag}>`;

const bullet = /^\s*[-*]\s+/;
const number = /^\s*\d{1,3}[.)]\s+/;

function block(written: string): string {
  const lines = written.split('\n');
  const [first = ''] = lines;
  const title = /^(#{1,6})\s+(.+)$/.exec(first);
  if (title) {
    const level = (title[1] ?? '').length <= 2 ? 'h2' : 'h3';
    const rest = lines.slice(1).join('\n').trim();
    return `<${level}>${inline(title[2] ?? '')}</${level}>${rest ? block(rest) : ''}`;
  }
  if (lines.every((line) => bullet.test(line))) return list(lines, bullet, 'ul');
  if (lines.every((line) => number.test(line))) return list(lines, number, 'ol');
  return `<p>${lines.map(inline).join('<br>')}</p>`;
}

export const htmlOfMarkdown = (text: string): string =>
  sanitise(
    text
      .replaceAll('\r\n', '\n')
      .split(/\n[^\S\n]*\n+/)
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map(block)
      .join(''),
  );
