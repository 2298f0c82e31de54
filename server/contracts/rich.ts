// Rich text as the content of a PDF: the elements of core/kernel/html.ts, with the variables of a contract filled in.

import { variable } from '#core/agencies/templates.ts';
import { type ContractKind, filledText, pageBreak, type VariableValues } from '#core/contracts/variables.ts';
import { type Content, plain } from '#server/pdf/document.ts';

interface Element {
  tag: string;
  attributes: string;
  children: (Element | string)[];
}

const voids = new Set(['br', 'hr', 'img']);
const signs: Readonly<Record<string, string>> = { nbsp: '\u00a0', lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

/** Only for HTML that the server sanitised: it is well formed. */
function treeOf(html: string): Element {
  const root: Element = { tag: 'div', attributes: '', children: [] };
  const open = [root];
  for (const [, close, tag = '', attributes = '', words] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)([^<>]*)>|([^<]+)/g)) {
    const top = open.at(-1) as Element;
    if (words !== undefined)
      top.children.push(words.replaceAll(/&(nbsp|lt|gt|quot|#39|amp);/g, (sign, name: string) => signs[name] ?? sign));
    else if (close) {
      if (open.length > 1 && top.tag === tag) open.pop();
    } else {
      const made = { tag, attributes, children: [] };
      top.children.push(made);
      if (!voids.has(tag)) open.push(made);
    }
  }
  return root;
}

interface Filling {
  kind: ContractKind;
  values: VariableValues;
  /** Drawn pictures by the id of their file. */
  pictures: ReadonlyMap<string, string>;
}

const styles: Readonly<Record<string, object>> = {
  strong: { bold: true },
  em: { italics: true },
  u: { decoration: 'underline' },
  s: { decoration: 'lineThrough' },
  a: { decoration: 'underline' },
};

/** Words of a paragraph; spaces between two pieces stay. */
const clean = (text: string): string => {
  const kept = plain(text);
  return `${/^\s/.test(text) && kept ? ' ' : ''}${kept}${/\s$/.test(text) ? ' ' : ''}`;
};

function pieces(children: Element['children'], filling: Filling): Content[] {
  return children.flatMap((child): Content[] => {
    if (typeof child === 'string') return [{ text: clean(filledText(filling.kind, child, filling.values)) }];
    if (child.tag === 'br') return [{ text: '\n' }];
    if (child.tag === 'img') return [];
    return [{ text: pieces(child.children, filling), ...styles[child.tag] }];
  });
}

const blocks = new Set(['p', 'h2', 'h3', 'ul', 'ol', 'blockquote', 'hr', 'div']);
const isBlock = (child: Element | string): child is Element => typeof child !== 'string' && blocks.has(child.tag);
const picturesIn = ({ children }: Element): Element[] =>
  children.flatMap((child) => (typeof child === 'string' ? [] : child.tag === 'img' ? [child] : picturesIn(child)));
const wordsIn = (element: Element): string =>
  element.children.map((child) => (typeof child === 'string' ? child : wordsIn(child))).join('');

const breaks = (element: Element): boolean =>
  [...wordsIn(element).matchAll(variable)].some(([, name = '']) => name.trim() === pageBreak);

const gap: [number, number, number, number] = [0, 0, 0, 5];

function block(element: Element, filling: Filling): Content[] {
  const { tag, children, attributes } = element;
  if (tag === 'hr')
    return [{ layout: 'ruled', table: { widths: ['*'], body: [[{ text: '', fontSize: 1 }]] }, margin: [0, 4, 0, 4] }];
  if (tag === 'ul' || tag === 'ol') {
    const items = children
      .filter((child): child is Element => typeof child !== 'string' && child.tag === 'li')
      .map((item): Content => ({ stack: blocksOf(item, filling) }));
    const start = Number(/start="(\d+)"/.exec(attributes)?.[1] ?? 1);
    return [tag === 'ul' ? { ul: items, margin: gap } : { ol: items, start, margin: gap }];
  }
  if (tag === 'blockquote') return [{ stack: blocksOf(element, filling), margin: [16, 0, 0, 0], italics: true }];
  if (tag === 'div') return blocksOf(element, filling);
  const own = breaks(element) ? { pageBreak: 'before' as const } : {};
  const text = pieces(children, filling);
  const shown = picturesIn(element).flatMap(({ attributes: of }): Content[] => {
    const picture = filling.pictures.get(/data-file="([0-9a-f-]{36})"/.exec(of)?.[1] ?? '');
    return picture ? [{ image: picture, fit: [500, 300], margin: gap }] : [];
  });
  const style =
    tag === 'h2'
      ? { fontSize: 13, bold: true, margin: [0, 10, 0, 5] as [number, number, number, number] }
      : tag === 'h3'
        ? { fontSize: 10.5, bold: true, margin: [0, 8, 0, 3] as [number, number, number, number] }
        : { margin: gap, alignment: 'justify' as const };
  return [{ text: text.length > 0 ? text : ' ', ...style, ...own }, ...shown];
}

/** Words between two blocks are a paragraph of their own. */
function blocksOf(element: Element, filling: Filling): Content[] {
  const made: Content[] = [];
  let loose: Element['children'] = [];
  const settle = (): void => {
    if (loose.some((child) => typeof child !== 'string' || child.trim() !== ''))
      made.push(...block({ tag: 'p', attributes: '', children: loose }, filling));
    loose = [];
  };
  for (const child of element.children)
    if (isBlock(child)) {
      settle();
      made.push(...block(child, filling));
    } else loose.push(child);
  settle();
  return made;
}

export const richContent = (html: string, filling: Filling): Content[] => blocksOf(treeOf(html), filling);
