// Valid requests of the calls that hand the planning out.
import type { Line } from './requests.ts';

const period = { start: '2027-01-04', end: '2027-01-10' };

export const handoutLines: Record<string, Line> = {
  downloadAgentPlanning: { status: 200, request: () => ({ input: period }) },
  downloadSitePlanning: { status: 200, request: () => ({ input: period }) },
};
