// Draws what agents photograph in the demo week, as small indexed PNGs: a screen without image, a dark car park, doors.
import { indexedPng } from '#server/files/png.ts';

const side = 480;
type Painter = (x: number, y: number) => number;

const within = (x: number, y: number, left: number, top: number, right: number, bottom: number): boolean =>
  x >= left && x < right && y >= top && y < bottom;

/** Four screens on a desk; the second shows nothing. */
const screens: Painter = (x, y) => {
  if (y > 400) return 4;
  const [column, row] = [Math.floor((x - 40) / 210), Math.floor((y - 40) / 180)];
  const [left, top] = [40 + column * 210, 40 + row * 180];
  if (column < 0 || column > 1 || row < 0 || row > 1 || !within(x, y, left, top, left + 190, top + 150)) return 0;
  if (!within(x, y, left + 8, top + 8, left + 182, top + 142)) return 1;
  if (column === 1 && row === 0) return 2;
  return y > top + 70 + ((x - left) % 60) / 3 ? 3 : 5;
};

/** Six lamp posts at night; the fourth and the fifth are out. */
const lamps: Painter = (x, y) => {
  const post = Math.floor(x / 80);
  const [middle, isOut] = [post * 80 + 40, post === 3 || post === 4];
  if (Math.abs(x - middle) < 4 && y > 150 && y < 330) return 1;
  if (Math.hypot(x - middle, y - 145) < 12) return isOut ? 1 : 2;
  if (!isOut && y > 150 && y < 340 && Math.abs(x - middle) < (y - 150) * 0.35) return 3;
  if (y < 330) return 0;
  return (x + y) % 120 < 5 ? 5 : 4;
};

/** A door ajar, with light behind it. */
const ajar: Painter = (x, y) => {
  if (y > 420) return 4;
  if (!within(x, y, 130, 60, 350, 420)) return 0;
  if (!within(x, y, 142, 72, 338, 420)) return 1;
  if (x > 290) return 2;
  return Math.hypot(x - 276, y - 250) < 8 ? 5 : 3;
};

/** A lock torn out of its door, and the bar that did it. */
const forced: Painter = (x, y) => {
  if (Math.abs(y - 400 - (x - 240) * 0.15) < 9 && within(x, y, 90, 0, 400, side)) return 5;
  if (y > 360) return 4;
  const hole = Math.hypot((x - 250) * 1.2, y - 190) + 12 * Math.sin(Math.atan2(y - 190, x - 250) * 7);
  if (hole < 42) return 2;
  if (hole < 60) return 3;
  return x % 120 < 4 ? 1 : 0;
};

/** The event type whose findings show the scene (core/logbook/catalogue.ts). */
const scenes: readonly (readonly [type: number, palette: readonly string[], painter: Painter])[] = [
  [60, ['#3B4252', '#14171C', '#050607', '#7C8B7A', '#5B4636', '#B8C4B4'], screens],
  [123, ['#0E1420', '#3A4150', '#FFE9A8', '#2C3040', '#1A1F2A', '#8A8F98'], lamps],
  [124, ['#8C9199', '#5A5F66', '#FFF3C4', '#4C6A7A', '#6B6F75', '#D9C27A'], ajar],
  [30, ['#6D4C3A', '#523829', '#120D0A', '#C9A27E', '#8B8B88', '#2F4A66'], forced],
];

export const scenePictures = (): { type: number; content: Buffer }[] =>
  scenes.map(([type, palette, painter]) => ({ type, content: indexedPng(side, palette, painter) }));
