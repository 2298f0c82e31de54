// Tells the planners that an agent started an unplanned service.
import { unplannedService } from '#core/planning/notifications.ts';
import type { Call } from '#server/kernel/call.ts';
import { type Notice, notify } from '#server/notifications/notify.ts';

export interface UnplannedService {
  id: string;
  agent: string;
  site: string;
  reference: string;
  /** Warnings of the planning checks. */
  warnings: readonly string[];
}

export async function notifyUnplanned(service: UnplannedService, call: Call): Promise<void> {
  const { id, agent, site, reference, warnings } = service;
  const notice: Notice = {
    to: 'holders',
    event: id,
    title: 'Service non planifié',
    text: [
      `${agent} a démarré un service non planifié : ${site} (${reference}).`,
      ...warnings.map((warning) => `• ${warning}`),
    ].join('\n'),
    link: `/adminServices?open=${id}`,
    action: 'Voir le service',
  };
  await notify(call.db, unplannedService, [notice], call);
}
