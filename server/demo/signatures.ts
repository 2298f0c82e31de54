// Draws signatures as a finger writes them on the glass: one line of loops per hand, as the signature pad sends it.
import { chanceOf } from '#demo/chance.ts';
import { indexedPng } from '#server/files/png.ts';

/** As ui/SignaturePad.tsx. */
const [width, height] = [900, 300];
export const handCount = 12;
const pen = 4;

/** The places of the pen, from the first stroke to the flourish under it. */
function line(hand: number): [x: number, y: number][] {
  const chance = chanceOf(17, 'signature', hand);
  const [loops, lean, high] = [chance.integer(5, 9), chance.next() * 60 - 10, chance.integer(45, 80)];
  const span = chance.integer(430, 620);
  const left = (width - span) / 2;
  const letters = Array.from({ length: loops + 1 }, () => 0.35 + chance.next() * 0.65);
  const name = Array.from({ length: 2_400 }, (_, index): [number, number] => {
    const way = index / 2_400;
    const turn = way * loops * 2 * Math.PI;
    const tall = (letters[Math.floor(way * loops)] ?? 1) * high * (way < 0.12 ? 1.4 : 1);
    return [left + way * span + Math.sin(turn) * 22 + lean * Math.cos(turn) * 0.4, 140 - Math.cos(turn) * tall];
  });
  const under = Array.from({ length: 900 }, (_, index): [number, number] => {
    const way = index / 900;
    return [left + span - way * span * 0.9, 235 + Math.sin(way * Math.PI) * 22 - way * 18];
  });
  return [...name, ...under];
}

/** The same number is the same hand. */
export function signature(hand: number): Buffer {
  const ink = new Uint8Array(width * height);
  for (const [x, y] of line(hand % handCount))
    for (let dx = -pen; dx <= pen; dx += 1)
      for (let dy = -pen; dy <= pen; dy += 1) {
        const [column, row] = [Math.round(x) + dx, Math.round(y) + dy];
        const isInside = column >= 0 && column < width && row >= 0 && row < height;
        if (isInside && dx * dx + dy * dy <= pen * pen) ink[row * width + column] = 1;
      }
  return indexedPng(width, ['#FFFFFF', '#14203C'], (x, y) => ink[y * width + x] ?? 0, height);
}
