import { expect, test } from 'vitest';
import { noCalibration, noSettings, placeAdvice, sentWords, soundProblems } from './told.ts';

test('S-005, S-017, S-027, S-030, E-056, E-057: the agent reads the sentences of the specification', () => {
  expect(sentWords.fall).toEqual([
    'Un signalement de chute à été transmis.',
    'Veuillez contacter votre agence au plus vite',
  ]);
  expect(sentWords.inactivity).toEqual(['Le collaborateur a été détecté inactif']);
  expect(sentWords.perimeter).toEqual(['Un signalement de sortie de périmètre à été transmis.']);
  expect(soundProblems).toEqual({
    load: 'Échec lors du chargement du fichier audio',
    play: 'Échec de la lecture du fichier audio',
  });
  expect([noSettings, noCalibration]).toEqual(["Impossible d'accéder aux paramètres", 'Calibration indisponible']);
  expect(Object.values(placeAdvice).every((advice) => advice.startsWith('Autorisez la localisation'))).toBe(true);
});
