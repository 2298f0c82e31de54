// Small drawings on the canvas: corners, signs, hatching.
import type { GridMark } from './types.ts';

type Context = CanvasRenderingContext2D;

const corner = 9;
/** For refusals: larger, so that it differs from a warning by more than its colour. */
const largeCorner = 13;

const hatchings = new Map<string, CanvasPattern | string>();

/** Hatching of a colour; a pattern can be used by every canvas. */
export function hatching(context: Context, colour: string): CanvasPattern | string {
  let found = hatchings.get(colour);
  if (!found) {
    const tile = document.createElement('canvas');
    tile.width = 8;
    tile.height = 8;
    const pen = tile.getContext('2d');
    if (pen) {
      pen.strokeStyle = colour;
      pen.lineWidth = 1.5;
      for (const shift of [-8, 0, 8]) {
        pen.moveTo(shift, 8);
        pen.lineTo(shift + 8, 0);
      }
      pen.stroke();
    }
    found = (pen && context.createPattern(tile, 'repeat')) ?? colour;
    hatchings.set(colour, found);
  }
  return found;
}

export function drawCorner(
  context: Context,
  right: number,
  top: number,
  colour: string,
  rim: string,
  isLarge: boolean,
): void {
  const of = isLarge ? largeCorner : corner;
  // A rim in the colour of the text: red on red would not be seen.
  for (const [size, fill] of [
    [of + 1.5, rim],
    [of, colour],
  ] as const) {
    context.fillStyle = fill;
    context.beginPath();
    context.moveTo(right - size, top);
    context.lineTo(right, top);
    context.lineTo(right, top + size);
    context.fill();
  }
}

export function drawSign(context: Context, sign: GridMark, x: number, y: number, ink: string): void {
  context.fillStyle = ink;
  context.strokeStyle = ink;
  context.lineWidth = 1;
  context.beginPath();
  if (sign === 'changed') {
    context.arc(x + 4, y, 2.5, 0, 7);
    context.fill();
  } else if (sign === 'running') {
    context.moveTo(x + 1, y - 3.5);
    context.lineTo(x + 7.5, y);
    context.lineTo(x + 1, y + 3.5);
    context.fill();
  } else if (sign === 'missed') {
    context.lineWidth = 1.75;
    context.moveTo(x + 1, y - 3);
    context.lineTo(x + 7, y + 3);
    context.moveTo(x + 7, y - 3);
    context.lineTo(x + 1, y + 3);
    context.stroke();
  } else if (sign === 'late') {
    // A clock.
    context.arc(x + 4, y, 3.5, 0, 7);
    context.moveTo(x + 4, y - 2.5);
    context.lineTo(x + 4, y);
    context.lineTo(x + 6, y);
    context.stroke();
  } else if (sign === 'left') {
    // A bar that stops half-way.
    context.strokeRect(x + 0.5, y - 3, 7, 6);
    context.fillRect(x + 0.5, y - 3, 3.5, 6);
  } else if (sign === 'locked') {
    context.arc(x + 4, y - 0.5, 2, Math.PI, 0);
    context.stroke();
    context.fillRect(x + 1, y, 6, 4);
  } else {
    context.arc(x + 2.5, y, 2, 0, 7);
    context.fill();
    context.beginPath();
    context.arc(x + 6, y, 2, 0, 7);
    context.stroke();
  }
}
