// The rounds of a service on its sheet: planned against done, each opened with its executions (O-030, B-068).
import { Badge, Button } from '@mantine/core';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { type RoundPass, readServiceRounds } from '#core/rounds/service-round.ts';
import { roundExecutionStatus } from '#core/rounds/status.ts';
import { useCall } from '#ui/client/queries.tsx';
import { plural } from '#ui/format.ts';
import { Block, LineMain, Lines, Note } from '../summary/parts.tsx';

const ServiceRoundDialog = lazy(() => import('./ServiceRoundDialog.tsx'));

interface Line {
  id: string;
  round: { id: string; name: string };
  numberOfExecutions: number;
}

export function RoundsBlock({ service, lines }: { service: string; lines: readonly Line[] }): ReactElement | null {
  const { data } = useCall(readServiceRounds, { params: { id: service } });
  const [opened, setOpened] = useState<string | null>(null);
  // Of a stop: the rounds of its tour on its site.
  const shown = lines.length > 0 ? lines : (data?.rounds ?? []).map(({ uuid, ...round }) => ({ id: uuid, ...round }));
  if (shown.length === 0) return null;
  return (
    <Block title="Rondes">
      <Lines of={shown} keyOf={({ id }) => id} empty="">
        {({ id, round, numberOfExecutions }) => {
          const found = data?.rounds.find(({ uuid }) => uuid === id);
          return (
            <>
              <LineMain>
                <Button variant="subtle" size="compact-sm" px={0} onClick={() => setOpened(id)}>
                  {round.name}
                </Button>{' '}
                {found ? <Passes passes={found.executions} /> : null}
              </LineMain>
              <Note>{doneWords(numberOfExecutions, found?.remaining ?? null, found?.executions ?? [])}</Note>
            </>
          );
        }}
      </Lines>
      {opened !== null && (
        <Suspense>
          <ServiceRoundDialog id={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </Block>
  );
}

/** « 1 sur 3 passages », « 2 sur 2 passages, dont 1 inachevé », « 2 sur 2 passages, et 1 supplémentaire inachevé ». */
export function doneWords(
  planned: number,
  remaining: number | null,
  passes: readonly Pick<RoundPass, 'status'>[],
): string {
  if (remaining === null || remaining === planned) return plural(planned, 'passage');
  const unfinishedOf = (some: typeof passes): number =>
    some.filter(({ status }) => status === roundExecutionStatus.unfinished).length;
  const unfinished = unfinishedOf(passes.slice(0, planned));
  const left = unfinished > 0 ? `, dont ${plural(unfinished, 'inachevé')}` : '';
  const beyond = passes.slice(planned);
  const [one, many] =
    unfinishedOf(beyond) === beyond.length
      ? ['supplémentaire inachevé', 'supplémentaires inachevés']
      : ['supplémentaire', 'supplémentaires'];
  const more = beyond.length > 0 ? `, et ${plural(beyond.length, one, many)}` : '';
  return `${planned - remaining} sur ${plural(planned, 'passage')}${left}${more}`;
}

function Passes({ passes }: { passes: readonly RoundPass[] }): ReactElement {
  const doubtful = passes.reduce((sum, one) => sum + one.doubtful, 0);
  const running = passes.find(({ status }) => status === roundExecutionStatus.running);
  return (
    <>
      {running && (
        <Badge color="blue" variant="light" size="sm" tt="none">
          En cours · {running.validated} sur {running.total}
        </Badge>
      )}
      {doubtful > 0 && (
        <Badge color="orange" variant="light" size="sm" tt="none" ml="xs">
          {plural(doubtful, 'preuve')} à vérifier
        </Badge>
      )}
    </>
  );
}
