// Instructions of a site: the tasks of its agents, and how to enter.
import { escapeHtml } from '#core/kernel/html.ts';
import { activeStatus } from '#core/roles.ts';
import { idAt } from './chance.ts';
import type { Draw } from './draw.ts';
import { accessRemarks, dutyRemarks } from './lists/remarks.ts';
import type { DemoInstruction, DemoSite } from './world.ts';

const dayLength = 86_400_000;
const archivedStatus = 300;

const subjects = [
  { title: 'Rondes et fermeture', heading: 'À chaque prise de service', remarks: dutyRemarks },
  { title: 'Accès au site', heading: 'Pour entrer', remarks: accessRemarks },
] as const;

/** `first` is the rank in the agency of the site's first instruction. */
export function instructionsOf(site: DemoSite, first: number, draw: Draw): DemoInstruction[] {
  if (site.status !== activeStatus) return [];
  return subjects.flatMap(({ title, heading, remarks }, place): DemoInstruction[] => {
    const chance = draw.chance('instruction', first + place);
    if (!chance.happens(0.7)) return [];
    const opened = Math.floor(Date.parse(site.createdAt) / dayLength) + 1;
    const createdAt = draw.moment(Math.min(draw.lastDay, opened + chance.integer(0, 200)), chance);
    const points = chance.some(remarks, chance.integer(2, 4)).map((remark) => {
      const words = remark.replace('{code}', `${chance.integer(1_000, 9_999)}A`);
      return `<li><p>${escapeHtml(words)}</p></li>`;
    });
    return [
      {
        id: idAt(first + place, chance),
        createdAt,
        status: chance.happens(0.1) ? archivedStatus : activeStatus,
        draft: {
          title,
          site: { id: site.id },
          content: `<h2>${heading}</h2><ul>${points.join('')}</ul><p>En cas de doute, appeler le <strong>cadre d’astreinte</strong>.</p>`,
          date: createdAt,
          files: [],
        },
      },
    ];
  });
}

export const instructionsBySite = subjects.length;
