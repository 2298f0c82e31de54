// « Remplacer »: candidates for a service, best first, and why the others cannot take it.
import { type ReactElement, type ReactNode, useState } from 'react';
import { findCandidates, type OfferedCandidate } from '#core/planning/cover-calls.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useStore } from '#ui/client/store.ts';
import { Candidates } from './Candidates.tsx';
import { ConsentButtons, ConsentNotice, CoverFrame, ServiceLine, useAssigning } from './CoverParts.tsx';
import { CoverPeriod } from './CoverPeriod.tsx';
import { type Consent, coverAsked } from './cover.ts';

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
  const assigning = useAssigning(agent, { onClose, refetch });
  /** The candidate whose consent is asked. */
  const [asking, setAsking] = useState<string | null>(null);
  const replaced = data?.service.agents.find((one) => one.id === agent)?.name;

  return (
    <CoverFrame
      title={agent ? `Remplacer ${replaced ?? 'un collaborateur'}` : 'Trouver un collaborateur'}
      asked={asked}
      onClose={onClose}
    >
      {({ service, candidates }) => {
        const take = async ({ id: to, name }: OfferedCandidate['agent'], consent: Consent | null): Promise<void> => {
          setTaken(to);
          await assigning.assign(
            [{ service, to }],
            replaced ? `${replaced} est remplacé par ${name}` : `Service confié à ${name}`,
            consent,
          );
          setTaken(null);
        };
        const choose = ({ agent: one }: OfferedCandidate): void =>
          service.shortNotice ? setAsking(one.id) : void take(one, null);
        return (
          <>
            <ServiceLine service={service} />
            {service.shortNotice && <ConsentNotice />}
            <Candidates
              candidates={candidates}
              taken={taken}
              asking={asking}
              question={(one) => (
                <ConsentButtons
                  name={one.name}
                  disabled={taken !== null}
                  onMeans={(means) => void take(one, { means })}
                />
              )}
              onChoose={choose}
            />
          </>
        );
      }}
    </CoverFrame>
  );
}
