// The call of each PDF, and the tab in which it is printed.
import type { Input } from '#core/kernel/endpoint.ts';
import { downloadAgentPlanning, downloadSitePlanning } from '#core/planning/handout-calls.ts';
import { type Document, documentUrl } from '#ui/files/documents.ts';
import { fetchContent } from '#ui/files/upload.ts';
import { notifyProblem } from '#ui/notify.ts';
import type { Rows } from '../chips.ts';

type PdfOptions = Partial<Input<typeof downloadAgentPlanning>> & { start: string; end: string; by: Rows };

export const paperOf = ({ by, ...input }: PdfOptions): { document: Document; name: string } => ({
  document: { endpoint: by === 'agents' ? downloadAgentPlanning : downloadSitePlanning, input },
  name: `Planning ${by === 'agents' ? 'collaborateurs' : 'sites'} ${input.start} au ${input.end}`,
});

/**
 * Opens the PDF in a tab to print it. The tab opens before the PDF is loaded: later the browser would block it as a
 * popup.
 */
export async function printPlanning(options: PdfOptions): Promise<void> {
  const tab = window.open('', '_blank');
  try {
    if (!tab) throw new Error('Votre navigateur a empêché l’ouverture d’un nouvel onglet.');
    const { document } = paperOf({ ...options, layout: 'table' });
    const content = await fetchContent(documentUrl(document), undefined, document.input);
    tab.location.replace(URL.createObjectURL(new Blob([content], { type: 'application/pdf' })));
  } catch (error) {
    tab?.close();
    notifyProblem(error);
  }
}
