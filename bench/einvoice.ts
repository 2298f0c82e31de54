// npm run einvoice: every kind of invoice against the schema and the official rules of EN 16931; takes minutes.
import { ciiXml } from '#core/billing/cii.ts';
import { paperKinds } from '#core/billing/samples.ts';
import { brokenRules, rulesPath, schemaFaults } from '#server/testing/e-invoices.ts';

if (rulesPath === null) {
  console.error('EN16931_RULES must name the official rules (EN16931-CII-validation-preprocessed.sch).');
  process.exit(2);
}

let failed = 0;
/** A cent more in the total: every kind must then be refused. */
const falsified = (xml: string): string =>
  xml.replace(/(<ram:GrandTotalAmount>)(\d+)/, (_all, tag: string, whole: string) => `${tag}${Number(whole) + 1}`);

const kinds = Object.entries(paperKinds);
for (const [kind, paper] of kinds) {
  const xml = ciiXml(paper);
  const faults = [...(await schemaFaults(xml)), ...brokenRules(xml)];
  if (faults.length > 0) failed += 1;
  console.log(`${faults.length > 0 ? 'ÉCHEC' : 'ok   '} ${kind}${faults.length > 0 ? ` : ${faults.join(', ')}` : ''}`);
}
// A third of them, to keep the time bearable.
for (const [kind, paper] of kinds.filter((_, index) => index % 3 === 0)) {
  const broken = brokenRules(falsified(ciiXml(paper)));
  const isRefused = broken.includes('BR-CO-15');
  if (!isRefused) failed += 1;
  console.log(`${isRefused ? 'ok   ' : 'ÉCHEC'} falsifiée : ${kind}`);
}
console.log(`\n${kinds.length} sortes de factures, ${failed} échec(s)`);
process.exitCode = failed > 0 ? 1 : 0;
