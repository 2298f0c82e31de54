// M-015: the user's view settings of the planning, stored on this device.
import { recallJson, rememberJson } from '#ui/client/device.ts';
import type { Rows } from './chips.ts';
import { isView, type View } from './periods.ts';

export interface PlanningSettings {
  view: View;
  by: Rows;
  busyOnly: boolean;
}

const key = 'planning';

export function recalledSettings(by: Rows): PlanningSettings {
  const kept = recallJson<Partial<PlanningSettings>>(key);
  return {
    view: isView(kept?.view) ? kept.view : 1,
    by: kept?.by === 'agents' || kept?.by === 'sites' ? kept.by : by,
    busyOnly: kept?.busyOnly === true,
  };
}

export const rememberSettings = (settings: PlanningSettings): void => rememberJson(key, settings);
