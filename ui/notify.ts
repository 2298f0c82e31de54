// Short messages in a live region; an act that can be undone carries « Annuler ».
import { notifications } from '@mantine/notifications';
import { createElement, type ReactNode } from 'react';
import { messages, Problem } from '#core/kernel/problem.ts';
import { UndoLine } from './UndoLine.tsx';

const usual = 2_500;
const withUndo = 8_000;
const withFileSize = 7_500;

function show(color: string, message: ReactNode, more: { id?: string; title?: string; autoClose?: number } = {}): void {
  notifications.show({
    color,
    message,
    autoClose: usual,
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Fermer' },
    ...more,
  });
}

export function notifySuccess(message: string, { undo }: { undo?: () => void } = {}): void {
  if (!undo) {
    show('green', message);
    return;
  }
  const id = `undo-${Math.random()}`;
  const back = (): void => {
    notifications.hide(id);
    undo();
  };
  show('green', createElement(UndoLine, { message, undo: back }), { id, autoClose: withUndo });
}

export const notifyInfo = (message: string): void => show('blue', message);

/** `about`: what it bears on, beside the sentence. */
export const notifyWarning = (message: string, about?: string): void =>
  about === undefined ? show('yellow', message) : show('yellow', about, { title: message });

export function notifyProblem(error: unknown): void {
  if (error instanceof DOMException && error.name === 'AbortError') return;
  // The maintenance screen says it.
  if (error instanceof Problem && error.kind === 'maintenance') return;
  const message = error instanceof Error ? error.message : messages.unexpected;
  if (error instanceof Problem && error.kind === 'tooLarge') {
    show('red', message, { id: 'too-large', title: 'Erreur: fichiers volumineux.', autoClose: withFileSize });
    return;
  }
  // One message for many calls that fail together.
  const more = { id: `problem-${message}` };
  show('red', message, message === messages.unexpected ? more : { ...more, title: messages.unexpected });
}
