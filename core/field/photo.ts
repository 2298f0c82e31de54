// The photos of an event travel in its envelope (`photos`), beside the payload: the server creates their files before the
// receiver runs, whether the event is applied or kept, and their content follows. A payload names them by id alone.
export { type PhotoRef, photoRef } from '../files/awaited.ts';

/** Of one event. */
export const mostEventPhotos = 10;

/** E-058 */
export const photoSide = 1280;
export const photoQuality = 0.5;
export const photoMime = 'image/jpeg';
/** E-059 */
export const cameraRefused = {
  capture: "Impossible d'accéder à la camera !",
  other: "Impossible d'accéder à la caméra",
} as const;
