// A preview after a keystroke, and 100 ten-page contracts sealed: all that we do, against the bare library signing them.
import { PDF } from '@libpdf/core';
import { previewPause } from '#core/contracts/calls.ts';
import { readyTemplates } from '#core/contracts/ready.ts';
import { exampleValues } from '#core/contracts/variables.ts';
import { drawSignatures } from '#server/contracts/printing.ts';
import { richContent } from '#server/contracts/rich.ts';
import { draw } from '#server/pdf/drawing.ts';
import type { House } from '#server/pdf/identity.ts';
import { makeCertificate, signingKey } from '#server/signing/certificate.ts';
import { digestOf, sealPdf, signerOf } from '#server/signing/seal.ts';
import { line, median, title } from './report.ts';

const [contracts, pages, previews] = [100, 10, 40];
const now = new Date();
const house = {
  ...{ name: 'Azur Sécurité', timeZone: 'Europe/Paris', today: now.toISOString().slice(0, 10), currency: 'EUR' },
  ...{ logo: null, phone: null, email: null, isFrench: true },
} as unknown as House;
const [template] = readyTemplates as [(typeof readyTemplates)[number]];

const written = (times: number, word = '') =>
  richContent(`${template.content.repeat(times)}<p>${word}</p>`, {
    ...{ kind: template.kind, values: exampleValues(template.kind), pictures: new Map() },
  });
const drawn = (times: number, word = ''): Promise<Buffer> =>
  draw('writePdf', { title: template.title, house, content: written(times, word), now });

/** Seconds of clock and of the processor. */
async function timed(work: () => Promise<unknown>): Promise<{ clock: number; cpu: number }> {
  const [start, used] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(used);
  return { clock: (performance.now() - start) / 1_000, cpu: (user + system) / 1_000_000 };
}

/** A text long enough for ten pages. */
async function tenPages(): Promise<Buffer> {
  for (let times = 1; ; times += 1) {
    const pdf = await drawn(times);
    if ((await PDF.load(pdf)).getPageCount() >= pages) return pdf;
  }
}

export async function benchContracts(): Promise<void> {
  title('Contracts');
  // The thread starts with the first one.
  for (let warm = 0; warm < 5; warm += 1) await drawn(1);
  const each: { clock: number; cpu: number }[] = [];
  for (let key = 0; key < previews; key += 1) each.push(await timed(() => drawn(1, `touche ${key}`)));
  const clock = median(each.map((one) => one.clock * 1_000));
  line('preview after a keystroke (pause and drawing)', `${(previewPause + clock).toFixed(0)} ms`, '≤ 300 ms');
  line('  of which drawing', `${clock.toFixed(0)} ms`);
  line('  processor per preview', `${median(each.map((one) => one.cpu * 1_000)).toFixed(0)} ms`);

  const document = await tenPages();
  const key = signingKey('a secret of the benchmark alone');
  const by = {
    key: key.export({ type: 'pkcs8', format: 'pem' }) as string,
    certificate: makeCertificate(key, 'Banc', now).der,
  };
  const party = {
    fullname: 'Inès Roy',
    email: 'ines@example.fr',
    signedAt: now,
    manual: false,
    drawing: null,
    typed: 'Inès Roy',
  };
  const head = {
    title: template.title,
    reference: 'CC2026-0001',
    code: 'AAAA-BBBB-CCCC-DDDD',
    url: 'https://vigie.example',
  };
  const signatures = (): Promise<Buffer> =>
    drawSignatures({ ...head, documentHash: digestOf(document) }, [{ ...party, ip: '192.0.2.1' }], house, now);
  const appended = await signatures();
  // The digest before, the page of signatures, the seal, the digest after.
  const ours = async (): Promise<void> => {
    digestOf(document);
    digestOf(await sealPdf({ document, appended, reason: 'Signé', by, now }));
  };
  const whole = async (): Promise<void> => {
    const page = await signatures();
    digestOf(await sealPdf({ document, appended: page, reason: 'Signé', by, now }));
  };
  const bare = async (): Promise<void> => {
    const pdf = await PDF.load(document);
    await pdf.sign({ signer: signerOf(by), reason: 'Signé', signingTime: now, level: 'B-B' });
  };
  for (let warm = 0; warm < 5; warm += 1) {
    await ours();
    await whole();
    await bare();
  }
  // By turns: whatever else the machine does weighs on both.
  const sums = { ours: { clock: 0, cpu: 0 }, whole: { clock: 0, cpu: 0 }, bare: { clock: 0, cpu: 0 } };
  for (let one = 0; one < contracts; one += 1)
    for (const [name, work] of [
      ['ours', ours],
      ['whole', whole],
      ['bare', bare],
    ] as const) {
      const spent = await timed(work);
      sums[name].clock += spent.clock;
      sums[name].cpu += spent.cpu;
    }
  const rate = (of: { clock: number }): number => contracts / of.clock;
  line(`${contracts} contracts of ${pages} pages signed`, `${rate(sums.ours).toFixed(1)} documents/s`);
  line('  the bare library', `${rate(sums.bare).toFixed(1)} documents/s`);
  line('  ratio', (rate(sums.ours) / rate(sums.bare)).toFixed(2), '≥ 0.7');
  line('  ratio of processor time', (sums.bare.cpu / sums.ours.cpu).toFixed(2), '≥ 0.7');
  line('  with the page of signatures drawn', `${rate(sums.whole).toFixed(1)} documents/s`);
  line('  processor per document, all included', `${((sums.whole.cpu / contracts) * 1_000).toFixed(0)} ms`);
}
