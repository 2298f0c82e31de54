import { expect, test } from 'vitest';
import { paperSample } from '#core/billing/samples.ts';
import { paperContent } from './printing.ts';

test('an invoice prints the days of the service, those of its issue if no other was said (242 nonies A)', () => {
  const printed = (more: object): string => JSON.stringify(paperContent(paperSample(more)));
  expect(printed({})).toContain('Prestation du 01/11/2026 au 30/11/2026');
  expect(printed({ periodStart: null, periodEnd: null })).toContain('Prestation du 17/11/2026');
});
