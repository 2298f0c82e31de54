// npm run bench [api] [start] [screens] [table] [import] [agents] [rules] [planning] [grid] [field] [phone] [drain] [logbook] [alarms] [board] [refresh] [pay] [month] [margins] [documents] [contracts] [control] [agencies]: figures and goals, no tests.
import { benchAgencies } from './agencies.ts';
import { benchAgents } from './agents.ts';
import { benchAlarms } from './alarms.ts';
import { benchApi } from './api.ts';
import { benchBoard } from './board.ts';
import { benchContracts } from './contracts.ts';
import { benchControl } from './control.ts';
import { benchDocuments } from './documents.ts';
import { benchDrain } from './drain.ts';
import { benchField } from './field.ts';
import { benchGrid } from './grid/grid.ts';
import { benchImport } from './import.ts';
import { benchLogbook } from './logbook.ts';
import { benchMargins } from './margins.ts';
import { benchMonth } from './month.ts';
import { benchPay } from './pay.ts';
import { benchPhone } from './phone.ts';
import { benchPlanningData } from './planning/call.ts';
import { benchRefresh } from './planning/refresh.ts';
import { benchRules } from './planning/rules.ts';
import { benchScreens } from './screens.ts';
import { benchStart } from './start.ts';
import { benchTable } from './table.ts';

const parts: Record<string, () => Promise<void>> = {
  start: benchStart,
  screens: benchScreens,
  table: benchTable,
  api: benchApi,
  import: benchImport,
  agents: benchAgents,
  rules: benchRules,
  planning: benchPlanningData,
  grid: benchGrid,
  field: benchField,
  phone: benchPhone,
  drain: benchDrain,
  logbook: benchLogbook,
  alarms: benchAlarms,
  board: benchBoard,
  refresh: benchRefresh,
  pay: benchPay,
  month: benchMonth,
  margins: benchMargins,
  documents: benchDocuments,
  contracts: benchContracts,
  control: benchControl,
  agencies: benchAgencies,
};
const asked = process.argv.slice(2).filter((name) => name in parts);
for (const name of asked.length > 0 ? asked : Object.keys(parts)) await parts[name]?.();
