// A chip as the grid paints it, for a legend.
import { useComputedColorScheme } from '@mantine/core';
import { type ReactElement, useLayoutEffect, useRef } from 'react';
import { Painter } from './paint.ts';
import { readPalette } from './palette.ts';
import type { GridMark } from './types.ts';

const size = { w: 46, h: 18 };

export function ChipSample({ colour, marks = [] }: { colour: string; marks?: readonly GridMark[] }): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  const scheme = useComputedColorScheme();
  const all = marks.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the palette follows the colour scheme.
  useLayoutEffect(() => {
    const node = canvas.current;
    const context = node?.getContext('2d');
    if (!node?.parentElement || !context) return;
    const ratio = globalThis.devicePixelRatio || 1;
    node.width = size.w * ratio;
    node.height = size.h * ratio;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const chip = { id: '', row: null, start: 0, end: 0, title: '7–19', colour, state: '' };
    const own = all.split(',').filter(Boolean) as GridMark[];
    new Painter(readPalette(node.parentElement)).chip(context, {
      chip: { ...chip, marks: own },
      column: 0,
      x: 0,
      y: 0,
      ...size,
    });
  }, [colour, all, scheme]);
  return <canvas ref={canvas} style={{ width: size.w, height: size.h, flex: 'none' }} aria-hidden />;
}
