// The equipment of a site: the generic read and save of the site, limited to its equipment.
import { entityNamed } from '#core/entities.ts';
import { Problem } from '#core/kernel/problem.ts';
import { readSiteItems, SiteItems, saveSiteItems } from '#core/sites/items.ts';
import type { Call, Handler } from '#server/kernel/call.ts';
import { read } from '#server/kernel/list.ts';
import { planOf } from '#server/kernel/plan.ts';
import { save } from '#server/kernel/save.ts';

const plan = planOf(SiteItems, {}, entityNamed);

export const itemHandlers: Handler[] = [
  { endpoint: readSiteItems, work: (call) => read(plan, call) },
  {
    endpoint: saveSiteItems,
    work: async (call) => {
      const { id } = call.params as { id: string };
      const body = call.input as Record<string, unknown>;
      if (body.id != null && body.id !== id) {
        throw new Problem('invalid', 'Identifiant invalide', {
          violations: [{ path: 'id', message: 'Identifiant invalide' }],
        });
      }
      return save(plan, { ...call, input: { ...body, id } } as unknown as Call);
    },
  },
];
