import { describe, expect, test } from 'vitest';
import type { Step } from '#core/planning/lifecycle.ts';
import { doneOf, extensionWords, leftOf, questionOf, type What } from './step-words.ts';

describe('the question before a step', () => {
  test.each<[Step, What, 'agent' | 'agency', string, string]>([
    ['start', 'service', 'agent', 'Démarrer ce service ?', 'L’heure de votre prise de service est enregistrée.'],
    ['start', 'circuit', 'agency', 'Démarrer cette tournée ?', 'L’heure de la prise de service est enregistrée.'],
    [
      'interrupt',
      'service',
      'agent',
      'Interrompre le service ?',
      'Votre agence en est prévenue. Vous pourrez le reprendre.',
    ],
    [
      'interrupt',
      'circuit',
      'agent',
      'Interrompre la tournée ?',
      'Votre agence en est prévenue. Vous pourrez la reprendre.',
    ],
    [
      'interrupt',
      'circuit',
      'agency',
      'Interrompre la tournée ?',
      'Elle pourra être reprise jusqu’à 24 heures après son heure de fin.',
    ],
    [
      'startBreak',
      'circuit',
      'agent',
      'Commencer la pause ?',
      'La tournée est en pause jusqu’à ce que vous la terminiez.',
    ],
    ['endBreak', 'circuit', 'agent', 'Terminer la pause ?', 'La tournée reprend là où elle en était.'],
    ['start', 'stop', 'agent', 'Arrivée sur site ?', 'L’heure de votre arrivée est enregistrée.'],
    ['finish', 'stop', 'agency', 'Quitter le site ?', 'L’heure du départ est enregistrée.'],
  ])('%s of a %s by the %s', (step, what, mount, title, message) => {
    expect(questionOf(step, what, mount)).toMatchObject({ title, message });
  });

  const asked: Step[] = ['start', 'resume', 'startBreak', 'endBreak', 'interrupt'];
  test('does not address the agent when the agency takes it', () => {
    for (const what of ['service', 'circuit'] as const)
      for (const step of asked) {
        const { title, message } = questionOf(step, what, 'agency');
        expect(`${title} ${message}`).not.toMatch(/vous|votre/i);
      }
    for (const step of ['start', 'finish'] as const)
      expect(questionOf(step, 'stop', 'agency').message).not.toMatch(/vous|votre/i);
  });
});

test.each<[Step, What, string]>([
  ['start', 'service', 'Service démarré'],
  ['start', 'circuit', 'Tournée démarrée'],
  ['start', 'stop', 'Arrivée enregistrée'],
  ['resume', 'circuit', 'Tournée reprise'],
  ['extend', 'service', 'Service prolongé'],
  ['interrupt', 'circuit', 'Tournée interrompue'],
  ['finish', 'circuit', 'Tournée terminée'],
  ['finish', 'stop', 'Départ enregistré'],
  ['startBreak', 'circuit', 'Pause commencée'],
])('%s of a %s is confirmed by « %s »', (step, what, message) => expect(doneOf(step, what)).toBe(message));

test.each([
  [90, 'encore 1h30', false],
  [-12, 'dépassé de 0h12', true],
])('%i minutes before the planned end: « %s »', (minutes, words, isOver) => {
  expect(leftOf({ end: minutes * 60_000 }, 0)).toEqual({ words, isOver });
  expect(leftOf({ end: minutes * 60_000, openEnded: true }, 0).words).toBeNull();
});

test.each([
  [{ reason: 'Demande du client' }, null, 'Prolongation à 20:58 : fin 21:00 → en cours · Demande du client'],
  [{}, '22:37', 'Prolongation à 20:58 : fin 21:00 → 22:37'],
  [{ openEnded: true }, null, 'Prolongation à 20:58'],
])('an extension says its hour, the planned end, the real one, and why', (more, realEnd, words) => {
  const at = (time: string): number => Date.parse(`2026-11-17T${time}:00.000Z`);
  const time = (moment: number): string => new Date(moment).toISOString().slice(11, 16);
  const extension = { at: at('20:58'), reason: null, ...more };
  expect(extensionWords(extension, { end: at('21:00'), ...more }, realEnd === null ? null : at(realEnd), time)).toBe(
    words,
  );
});
