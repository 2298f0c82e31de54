// Renders rich text: only allowed elements are created, whatever the text contains.
import { type ComponentType, createElement, Fragment, type ReactNode, useMemo } from 'react';
import { htmlElements, htmlOfText, isLink } from '#core/kernel/html.ts';
import classes from './RichText.module.css';

const whole = (element: Element, name: string): number | null => {
  const value = Number(element.getAttribute(name));
  return Number.isInteger(value) && value > 0 ? value : null;
};

export interface PictureProps {
  file: string;
  alt: string;
  size: { width: number; height: number } | null;
}

type Pictures = ComponentType<PictureProps>;

function drawn(node: ChildNode, key: number, Picture: Pictures): ReactNode {
  if (node.nodeType === node.TEXT_NODE) return node.textContent;
  if (node.nodeType !== node.ELEMENT_NODE) return null;
  const element = node as Element;
  const name = element.localName;
  if (name === 'img') {
    const file = element.getAttribute('data-file');
    const [width, height] = [whole(element, 'width'), whole(element, 'height')];
    const size = width && height ? { width, height } : null;
    return file && <Picture key={key} file={file} alt={element.getAttribute('alt') ?? ''} size={size} />;
  }
  const inside = [...element.childNodes].map((one, at) => drawn(one, at, Picture));
  if (!Object.hasOwn(htmlElements, name)) return <Fragment key={key}>{inside}</Fragment>;
  if (name === 'br' || name === 'hr') return createElement(name, { key });
  if (name === 'a') {
    const href = element.getAttribute('href') ?? '';
    if (!isLink(href)) return <Fragment key={key}>{inside}</Fragment>;
    return (
      <a key={key} href={href} target="_blank" rel="noopener noreferrer">
        {inside}
      </a>
    );
  }
  const start = name === 'ol' ? whole(element, 'start') : null;
  return createElement(name, start ? { key, start } : { key }, ...inside);
}

/** `picture` shows an image by its file. */
export function SafeHtml({ value, picture }: { value: string; picture: Pictures }): ReactNode {
  const content = useMemo(() => {
    const { body } = new DOMParser().parseFromString(htmlOfText(value), 'text/html');
    return [...body.childNodes].map((one, at) => drawn(one, at, picture));
  }, [value, picture]);
  return <div className={classes.text}>{content}</div>;
}
