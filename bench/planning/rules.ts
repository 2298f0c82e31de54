// All planning rules on 500 agents × 28 days × 10,000 services, and one dragged service, in Node and in Chromium.
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { build } from 'vite';
import { chromiumOptions } from '../../e2e/browser.ts';
import { line, median, title } from '../report.ts';
import { type Figures, measure } from './measure.ts';

const rounds = 40;
/** The first rounds warm up the compiler; the very first is reported separately. */
const warm = 10;

const milliseconds = (value: number): string => `${value.toFixed(value < 1 ? 3 : 1)} ms`;

function report(where: string, figures: Figures): void {
  const of = (name: 'all' | 'scan' | 'dragged' | 'everyRow' | 'ready'): number => median(figures[name].slice(warm));
  title(`Planning rules ${where}: ${figures.agents} agents, 28 days, ${figures.services} services, ${rounds} rounds`);
  line(`all rules, ${figures.findings} findings`, milliseconds(of('all')), '≤ 50 ms');
  line('  the fastest round', milliseconds(Math.min(...figures.all)));
  line('  the first time, not yet compiled', milliseconds(figures.all[0] ?? Number.NaN));
  line('  a plain scan of the same services', milliseconds(of('scan')));
  line('  times the scan', (of('all') / of('scan')).toFixed(0));
  line('one dragged service, checked again', milliseconds(of('dragged')), '≤ 1 ms');
  line('  the first times, not yet compiled', milliseconds(figures.dragged[0] ?? Number.NaN));
  line('  tried on every agent', milliseconds(of('everyRow')));
  line('rules prepared for the period', milliseconds(of('ready')));
}

/** The same module, bundled like the screens. */
async function inChromium(): Promise<Figures> {
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    root: join(import.meta.dirname, '../..'),
    build: {
      write: false,
      lib: { entry: join(import.meta.dirname, 'measure.ts'), formats: ['iife'], name: 'bench' },
    },
  });
  const [bundle] = Array.isArray(made) ? made : [made];
  if (!bundle || !('output' in bundle)) throw new Error('nothing was built');
  const browser = await chromium.launch(chromiumOptions);
  try {
    const page = await browser.newPage();
    await page.addScriptTag({ content: bundle.output[0].code });
    return await page.evaluate(
      (count) => (globalThis as unknown as { bench: { measure(rounds: number): Figures } }).bench.measure(count),
      rounds,
    );
  } finally {
    await browser.close();
  }
}

export async function benchRules(): Promise<void> {
  report('in Node', measure(rounds));
  report('in Chromium', await inChromium());
}
