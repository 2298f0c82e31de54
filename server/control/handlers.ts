import { Agency } from '#core/agencies/agency.ts';
import { downloadControl, readControl } from '#core/control/calls.ts';
import { type Gap, gapKinds, gapsOf } from '#core/control/gaps.ts';
import { type ControlPart, partNames } from '#core/control/parts.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import { type Call, FileReply, type Handler, handle } from '#server/kernel/call.ts';
import { type Controlled, controlFacts, openParts, type Period } from './facts.ts';
import { type ControlFile, controlArchive } from './file.ts';

const controlOf = async (call: Call, period: Period): Promise<ControlFile> => ({
  facts: await controlFacts(call, period),
  open: openParts(call),
  period,
});

const counts: Record<ControlPart, (facts: Controlled) => number> = {
  AGENCY: ({ agency }) => agency.managers.length,
  CARDS: ({ people }) => people.length,
  TRAINING: ({ people }) => people.reduce((sum, { papers }) => sum + papers.length, 0),
  REGISTER: ({ staff }) => staff.lines.length,
  CONTRACTS: ({ people }) => people.filter(({ contract }) => contract?.isSigned).length,
  HOURS: ({ people }) => people.reduce((sum, { services }) => sum + services, 0),
  CUSTOMERS: ({ customers }) => customers.length,
  SUBCONTRACTORS: ({ agency }) => agency.subcontractors.length,
  PAYSLIPS: ({ payslips }) => payslips,
};

export const controlHandlers: Handler[] = [
  handle(readControl, async (call) => {
    const { facts, open } = await controlOf(call as unknown as Call, call.input);
    return {
      gaps: gapsOf(facts).filter(({ kind }: Gap) => open.has(gapKinds[kind].part)),
      parts: partNames.map((part) => ({ part, count: open.has(part) ? counts[part](facts) : null })),
    };
  }),

  handle(downloadControl, async (call) => {
    const { db, now, caller, params: period, services, context } = call;
    const file = await controlOf(call as unknown as Call, period);
    const content = await controlArchive(file, { db, now, caller, store: services.files });
    await writeAudit(db, call as unknown as Call, {
      ...{ entity: Agency.name, id: context.agency as string, action: 'controlFile' },
      reason: `${period.start} – ${period.end}`,
    });
    const name = `Dossier de contrôle ${period.start} ${period.end}.zip`;
    return new FileReply({ content, name, mimeType: 'application/zip', size: null, inline: false }) as never;
  }),
];
