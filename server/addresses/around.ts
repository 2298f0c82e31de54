import type { Location } from '#core/addresses/addresses.ts';

const metresInDegree = 111_320;

/** Half the height and width, in degrees, of the box around a point. Near a pole the box includes every meridian. */
export function degreesAround({ latitude }: Location, metres: number): { height: number; width: number } {
  const height = metres / metresInDegree;
  return { height, width: Math.min(180, height / Math.max(Math.cos((latitude * Math.PI) / 180), 0.001)) };
}
