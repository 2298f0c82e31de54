// Renders the question that was asked, its dialog loaded on first use; opens the services that a message tells of.
import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import type { Filters } from '#core/kernel/query.ts';
import { useStore } from '#ui/client/store.ts';
import { loadWithRetry } from '#ui/shell/later.ts';
import { useRecordScreens } from '#ui/shell/records.ts';
import { useHasLeft } from '#ui/shell/sheets.ts';
import { type LeavingAsked, leavingAsked, questionsOpen, servicesAsked } from './asked.ts';

const Questions = lazy(() => loadWithRetry(() => import('./Questions.tsx')));
const LeavingDialog = lazy(() => loadWithRetry(() => import('./LeavingDialog.tsx')));

export function LeavingHost(): ReactNode {
  const asked = useStore(leavingAsked);
  const filters = useStore(servicesAsked);
  const questions = useStore(questionsOpen);
  return (
    <>
      {asked && <Asked key={asked.those.map(({ id }) => id).join()} asked={asked} />}
      {questions && (
        <Suspense fallback={null}>
          <Questions />
        </Suspense>
      )}
      {filters && <OpenServices filters={filters} />}
    </>
  );
}

/** Back, or any other way to leave the screen, is « Annuler ». */
function Asked({ asked }: { asked: LeavingAsked }): ReactNode {
  const left = useHasLeft();
  useEffect(() => {
    if (left) asked.answer(null);
  }, [left, asked]);
  return (
    <Suspense fallback={null}>
      <LeavingDialog asked={asked} />
    </Suspense>
  );
}

function OpenServices({ filters }: { filters: Filters }): ReactNode {
  const screens = useRecordScreens();
  const go = useNavigate();
  useEffect(() => {
    if (!screens) return;
    servicesAsked.set(null);
    const path = screens.get('service')?.item.path;
    if (path) void go({ to: path, search: { f: filters } as never });
  }, [screens, filters, go]);
  return null;
}
