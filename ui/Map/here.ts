// Position of this device.
import { positionNotFound } from '#core/addresses/addresses.ts';
import type { Here } from './atlas.ts';

/** P-021: high accuracy, fifteen seconds. */
const asked: PositionOptions = { enableHighAccuracy: true, timeout: 15_000 };

export function whereAmI(): Promise<Here> {
  return new Promise((resolve, reject) => {
    // Missing on insecure pages.
    if (!('geolocation' in navigator)) {
      reject(new Error(positionNotFound));
      return;
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) => resolve({ location: { latitude, longitude }, accuracy }),
      () => reject(new Error(positionNotFound)),
      asked,
    );
  });
}
