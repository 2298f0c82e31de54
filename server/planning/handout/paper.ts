// The planning of a period as a PDF, for downloads and mails to agents and customers.
import type { HandoutLayout, PaperSize } from '#core/planning/handout-calls.ts';
import type { Db } from '#server/db/database.ts';
import type { Paper } from '#server/pdf/document.ts';
import { draw } from '#server/pdf/drawing.ts';
import type { House } from '#server/pdf/identity.ts';
import type { Handout } from './contents.ts';
import { agentPage, type Frame, nothing, sitePage } from './pages.ts';
import { planningTable } from './table.ts';

export interface PaperWish {
  by: 'agents' | 'sites';
  layout: HandoutLayout;
  paper: PaperSize;
  drafts: boolean;
  named: boolean;
}

export interface AgencyTexts {
  header: string | null;
  footer: string | null;
}

/** The agency's texts for each of the two plannings (L-015). */
export async function agencyTexts(db: Db, of: 'agents' | 'sites'): Promise<AgencyTexts> {
  const prefix = of === 'agents' ? 'agent_planning' : 'customer_planning';
  const [row] = await db.query<AgencyTexts & Record<string, unknown>>({
    name: `${prefix}-words`,
    text: `select ${prefix}_header as header, ${prefix}_footer as footer from agencies where id = app_agency()`,
  });
  return { header: row?.header ?? null, footer: row?.footer ?? null };
}

/** « Planning du 16/11/2026 », plus the name if it is for one agent or site. */
export function nameOf(handout: Handout, { by, layout }: Pick<PaperWish, 'by' | 'layout'>): string {
  const only = by === 'agents' ? handout.people : handout.sites;
  const whose = layout === 'pages' && only.length === 1 ? ` ${only[0]?.name}` : '';
  const days = [handout.start, ...(handout.end === handout.start ? [] : [handout.end])].join(' au ');
  return `Planning${whose} ${days}`.replaceAll(/[\\/:*?"<>|]+/g, '-');
}

export function planningPaper(handout: Handout, wish: PaperWish, words: AgencyTexts, house: House, now: Date): Paper {
  const frame: Frame = { handout, drafts: wish.drafts, named: wish.named, head: words.header };
  const title = wish.by === 'agents' ? 'Planning des collaborateurs' : 'Planning des sites';
  const common = { title, house, foot: words.footer, now };
  if (wish.layout === 'table')
    return {
      ...common,
      landscape: true,
      size: wish.paper,
      untitled: true,
      content: planningTable(frame, wish.by, wish.paper, title),
    };
  const pages =
    wish.by === 'agents'
      ? handout.people.map((agent, index) => agentPage(frame, agent, index === 0))
      : handout.sites.map((site, index) => sitePage(frame, site, index === 0));
  return pages.length === 0
    ? { ...common, content: [{ text: nothing, style: 'quiet' }] }
    : { ...common, size: wish.paper, untitled: true, content: pages.flat() };
}

export const drawPlanning = (
  handout: Handout,
  wish: PaperWish,
  words: AgencyTexts,
  house: House,
  now: Date,
): Promise<Buffer> => draw('writePdf', planningPaper(handout, wish, words, house, now));
