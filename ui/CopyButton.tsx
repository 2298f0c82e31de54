import { Button, type ButtonProps } from '@mantine/core';
import { type ReactElement, type RefObject, useEffect, useState } from 'react';
import { copyText } from './copyText.ts';
import { notifyWarning } from './notify.ts';

const shownFor = 2_000;

function select(shown: HTMLElement | null): void {
  if (shown instanceof HTMLInputElement) shown.select();
  else if (shown) window.getSelection()?.selectAllChildren(shown);
}

interface CopyButtonProps extends ButtonProps {
  text: string;
  /** Where the text is read: selected if the browser refuses to copy it. */
  shown: RefObject<HTMLElement | null>;
  done?: string;
  'aria-label'?: string;
}

export function CopyButton({ text, shown, done = 'Copié', ...button }: CopyButtonProps): ReactElement {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), shownFor);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = (): void => {
    copyText(text).then(
      () => setCopied(true),
      () => {
        select(shown.current);
        notifyWarning('La copie est refusée par votre navigateur : le texte est sélectionné, copiez-le à la main.');
      },
    );
  };
  return (
    <Button variant="default" {...button} onClick={copy}>
      {copied ? done : 'Copier'}
    </Button>
  );
}
