// Short messages in a live region; an action that can be undone has « Annuler ».
import { notifications } from '@mantine/notifications';
import { createElement, type ReactNode } from 'react';
import { fileMessages } from '#core/files/files.ts';
import { cleanedText, messages, Problem, type ProblemKind, tooLargeTitle, tooLongBody } from '#core/kernel/problem.ts';
import { isOpen, remedyOf } from './Remedy.tsx';
import { UndoLine } from './UndoLine.tsx';

const usual = 2_500;
const withUndo = 8_000;
const withFileSize = 7_500;

function show(
  color: string,
  message: ReactNode,
  more: { id?: string; title?: string; autoClose?: number | false } = {},
): void {
  notifications.show({
    color,
    message,
    autoClose: usual,
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Fermer' },
    ...more,
  });
}

interface Success {
  undo?: (() => void) | undefined;
  /** A further act. */
  offer?: { label: string; act(): void } | undefined;
  /** Opens what it tells of. */
  see?: (() => void) | undefined;
  /** Milliseconds that the undo or the offer is shown; `answered`: until it is taken or closed. */
  lasts?: number | 'answered' | undefined;
  /** Not repeated while it is still shown. */
  once?: boolean;
}

/** The result closes it. */
export const notifySuccess = (message: string, more: Success = {}): (() => void) => notifyDone('green', message, more);

/** It was not, or only partly, done. */
export const notifyIncomplete = (message: string, more: Success = {}): (() => void) =>
  notifyDone('yellow', message, more);

function notifyDone(color: string, message: string, { undo, offer, see, lasts, once }: Success): () => void {
  const id = once ? message : `success-${Math.random()}`;
  const hide = (): void => void notifications.hide(id);
  const closing = lasts === undefined ? {} : { autoClose: lasts === 'answered' ? (false as const) : lasts };
  if (!undo && !offer && !see) {
    show(color, message, { id, ...closing });
    return hide;
  }
  const hiding = (act: () => void) => (): void => {
    hide();
    act();
  };
  const line = createElement(UndoLine, {
    message,
    undo: undo && hiding(undo),
    see: see && hiding(see),
    offer: offer && { label: offer.label, act: hiding(offer.act) },
  });
  show(color, line, { id, autoClose: withUndo, ...closing });
  return hide;
}

export const notifyInfo = (message: string): void => show('blue', message);

/** Not repeated while it is still shown. `about`: the subject, below the sentence. */
export function notifyWarning(message: string, about?: string): void {
  const id = `warning-${message}-${about ?? ''}`;
  if (about === undefined) show('yellow', message, { id });
  else show('yellow', about, { id, title: message });
}

/** Keeps messages for users, replaces technical ones (AE-009). */
export function cleaned(error: unknown): string {
  const isTechnical = [TypeError, RangeError, SyntaxError, ReferenceError, EvalError].some(
    (kind) => error instanceof kind,
  );
  if (!(error instanceof Error) || isTechnical) return messages.unexpected;
  return cleanedText(error.message) || messages.unexpected;
}

const problemId = (message: string): string => `problem-${message}`;

/** It no longer holds: a message under a finger would stay. */
export const hideProblem = (message: string): void => void notifications.hide(problemId(message));

/** A refusal has its own title: « Une erreur est survenue » is for faults (AE-009). */
const refusalTitles: Partial<Record<ProblemKind, string>> = {
  invalid: 'Action refusée',
  unauthenticated: 'Action refusée',
  forbidden: 'Action non autorisée',
  missing: 'Action impossible',
  conflict: 'Action refusée',
  tooLarge: 'Action refusée',
  tooMany: 'Trop de demandes',
};

export function notifyProblem(error: unknown): void {
  if (error instanceof DOMException && error.name === 'AbortError') return;
  // The maintenance screen shows it.
  if (error instanceof Problem && error.kind === 'maintenance') return;
  if (error instanceof Problem && error.kind === 'tooLarge' && error.message !== tooLongBody) {
    // The proxy or the server refused it: show the limit in both cases (AE-007).
    show('red', fileMessages.tooLarge, { id: 'too-large', title: tooLargeTitle, autoClose: withFileSize });
    return;
  }
  const message = cleaned(error);
  // One message for many calls that fail together.
  const more = { id: problemId(message) };
  const title = (error instanceof Problem && refusalTitles[error.kind]) || messages.unexpected;
  const remedy = remedyOf(error);
  if (remedy && isOpen(remedy)) {
    const act = (): void => {
      hideProblem(message);
      window.location.hash = remedy.path;
    };
    const line = createElement(UndoLine, { message, offer: { label: remedy.label, act } });
    show('red', line, { ...more, title, autoClose: withUndo });
    return;
  }
  show('red', message, message === title ? more : { ...more, title });
}
