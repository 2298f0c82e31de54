// « Remplacer »: candidates for a service, best first, and why the others cannot take it.
import { type ReactElement, type ReactNode, useState } from 'react';
import { findCandidates, type OfferedCandidate } from '#core/planning/cover-calls.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useStore } from '#ui/client/store.ts';
import { Candidates } from './Candidates.tsx';
import { ConsentChoice, ConsentNotice, CoverFrame, ServiceLine, useAssigning } from './CoverParts.tsx';
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

interface Asked {
  agent: { id: string; name: string };
  means: Consent['means'] | null;
  /** He was chosen without an answer. */
  missing: boolean;
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
  /** The candidate whose consent is asked; another one must give his own. */
  const [consent, setConsent] = useState<Asked | null>(null);
  const replaced = data?.service.agents.find((one) => one.id === agent)?.name;

  return (
    <CoverFrame
      title={agent ? `Remplacer ${replaced ?? 'un collaborateur'}` : 'Trouver un collaborateur'}
      asked={asked}
      onClose={onClose}
    >
      {({ service, candidates }) => {
        const choose = async ({ agent: { id: to, name } }: OfferedCandidate): Promise<void> => {
          const given = consent?.agent.id === to ? consent.means : null;
          if (service.shortNotice && given === null)
            return setConsent({ agent: { id: to, name }, means: null, missing: consent?.agent.id === to });
          setTaken(to);
          await assigning.assign(
            [{ service, to }],
            replaced ? `${replaced} est remplacé par ${name}` : `Service confié à ${name}`,
            given && { means: given },
          );
          setTaken(null);
        };
        return (
          <>
            <ServiceLine service={service} />
            {service.shortNotice && <ConsentNotice />}
            <Candidates
              candidates={candidates}
              taken={taken}
              question={
                consent && {
                  agent: consent.agent.id,
                  content: (
                    <ConsentChoice
                      name={consent.agent.name}
                      means={consent.means}
                      missing={consent.missing && consent.means === null}
                      focused
                      onMeans={(means) => setConsent({ ...consent, means })}
                    />
                  ),
                }
              }
              onChoose={(candidate) => void choose(candidate)}
            />
          </>
        );
      }}
    </CoverFrame>
  );
}
