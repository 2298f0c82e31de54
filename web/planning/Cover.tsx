// « Remplacer »: candidates for a service, best first, and why the others cannot take it.
import { type ReactElement, type ReactNode, useState } from 'react';
import { findCandidates, type OfferedCandidate } from '#core/planning/cover-calls.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useStore } from '#ui/client/store.ts';
import { Candidates } from './Candidates.tsx';
import { CoverFrame, ServiceLine, useAssigning } from './CoverParts.tsx';
import { CoverPeriod } from './CoverPeriod.tsx';
import { coverAsked } from './cover.ts';

export function CoverHost(): ReactNode {
  const asked = useStore(coverAsked);
  if (!asked) return null;
  const close = (): void => coverAsked.set(null);
  return 'service' in asked ? (
    <CoverService key={`${asked.service}${asked.agent}`} service={asked.service} agent={asked.agent} onClose={close} />
  ) : (
    <CoverPeriod key={asked.agent} agent={asked.agent} first={asked.period} onClose={close} />
  );
}

interface Props {
  service: string;
  agent: string | null;
  onClose(): void;
}

function CoverService({ service: id, agent, onClose }: Props): ReactElement {
  const asked = useCall(findCandidates, { input: { service: id, ...(agent ? { agent } : {}) } });
  const [taken, setTaken] = useState<string | null>(null);
  const { data, refetch } = asked;
  const assigning = useAssigning(agent, data?.service.shortNotice ?? false, { onClose, refetch });
  const replaced = data?.service.agents.find((one) => one.id === agent)?.name;

  return (
    <CoverFrame
      title={agent ? `Remplacer ${replaced ?? 'un collaborateur'}` : 'Trouver un collaborateur'}
      asked={asked}
      onClose={onClose}
    >
      {({ service, candidates }) => {
        const choose = async ({ agent: { id: to, name } }: OfferedCandidate): Promise<void> => {
          setTaken(to);
          await assigning.assign(
            [{ service, to }],
            replaced ? `${replaced} est remplacé par ${name}` : `Service confié à ${name}`,
          );
          setTaken(null);
        };
        return (
          <>
            <ServiceLine service={service} />
            {assigning.consent}
            <Candidates candidates={candidates} taken={taken} onChoose={(candidate) => void choose(candidate)} />
          </>
        );
      }}
    </CoverFrame>
  );
}
