// Somebody resigned after the planning was made: services after the last day still have to be given to others.
import { dayOfNumber } from '#core/planning/days.ts';
import type { DemoAgent, DemoService } from './world.ts';

const noticeDays = 10;

/** The agents, with the contract of one of them ended; people with a demo account stay. */
export function withLeaver(
  agents: readonly DemoAgent[],
  services: readonly DemoService[],
  today: number,
  stays: (agent: DemoAgent) => boolean,
): DemoAgent[] {
  const lastDay = dayOfNumber(today + noticeDays);
  const later = new Set(
    services
      .filter(({ draft, status }) => status === 100 && (draft.startAt ?? '').slice(0, 10) > lastDay)
      .flatMap(({ draft }) => (draft.agents ?? []).map(({ id }) => id)),
  );
  const leaver = agents.find((agent) => {
    const contract = agent.draft.agentInfos?.contracts?.at(-1);
    return !stays(agent) && later.has(agent.id) && contract?.type === 'CDI' && (contract.startDate ?? '') < lastDay;
  });
  return agents.map((agent) => {
    const infos = agent.draft.agentInfos;
    if (agent !== leaver || !infos) return agent;
    const contracts = [...(infos.contracts ?? [])];
    contracts.push({ ...contracts.pop(), endDate: lastDay } as (typeof contracts)[number]);
    const comments = 'A démissionné : préavis en cours, services suivants à confier à d’autres.';
    return { ...agent, draft: { ...agent.draft, agentInfos: { ...infos, comments, contracts } } };
  });
}
