// An agent reads his own sheet first: what is wrong, next services, hours, papers.
import type { ReactElement } from 'react';
import { paperStates, readOwnPapers } from '#core/home/papers.ts';
import { inHours } from '#core/kernel/duration.ts';
import { hourDetail } from '#core/planning/hours-calls.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { formatDay, plural } from '#ui/format.ts';
import { NextServices } from '../home/NextServices.tsx';
import { OwnPapers } from '../home/OwnPapers.tsx';
import { Answer, Block, Facts, Summary, type Wrong } from '../summary/parts.tsx';

const urgent = new Set(['EXPIRED', 'MISSING']);

export function OwnSummary(): ReactElement {
  const mayHours = useSession().can(['listOwnHours']);
  const papers = useCall(readOwnPapers, { mount: 'agent' }).data?.papers ?? [];
  const hours = useCall(hourDetail, { mount: 'agent', input: {}, enabled: mayHours });
  const unsettled = hours.data?.hours.unsettled ?? 0;
  const wrongs: Wrong[] = [
    ...papers
      .filter(({ state }) => urgent.has(state) || state === 'SOON')
      .map(
        ({ name, state, expiresAt, advice }): Wrong => ({
          what: `${name} : ${paperStates[state].toLowerCase()}${expiresAt ? ` (${formatDay(expiresAt)})` : ''}`,
          remedy: advice ?? undefined,
          tone: urgent.has(state) ? 'red' : 'orange',
        }),
      ),
    ...(unsettled > 0
      ? [
          {
            what: `${plural(unsettled, 'écart')} en attente de validation`,
            remedy: 'Les heures planifiées comptent jusqu’à la décision de votre agence.',
            tone: 'orange',
          } as const,
        ]
      : []),
  ];
  return (
    <Summary wrongs={wrongs}>
      <NextServices withCurrent={false} />
      {mayHours && (
        <Block title="Mes heures">
          <Answer of={hours}>
            {({ period, hours: own }) => (
              <Facts
                facts={[
                  ['Période', `${formatDay(period.start)} – ${formatDay(period.end)}`],
                  ['Planifiées', inHours(own.planned)],
                  ['Effectives', inHours(own.done)],
                  ['Prévues', inHours(own.effective - own.done)],
                  ['Contrat', own.contract === null ? null : inHours(own.contract)],
                ]}
              />
            )}
          </Answer>
        </Block>
      )}
      <OwnPapers />
    </Summary>
  );
}
