// Steps that are possible now: a filled button for the likely step, the others beside it.
import { Button } from '@mantine/core';
import { type ReactElement, use, useEffect, useState } from 'react';
import { extensionContent, mainStep, offeredSteps, type Step } from '#core/planning/lifecycle.ts';
import { Service } from '#core/planning/service.ts';
import { labelOf, questionOf, whatIs } from '#core/planning/step-words.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import { confirm } from '#ui/confirm.tsx';
import { type Icon, IconClockPause, IconFlag, IconPlayerPlay } from '#ui/icons.ts';
import { notifyProblem } from '#ui/notify.ts';
import { FieldFrame } from '#ui/shell/field-frame.ts';
import { useNow } from '#ui/useNow.ts';
import { EndDialog, type Extension, noExtension } from './EndDialog.tsx';
import classes from './lifecycle.module.css';
import { type Acting, noteState, take } from './steps.ts';

const icons: Partial<Record<Step, Icon>> = {
  start: IconPlayerPlay,
  resume: IconPlayerPlay,
  endBreak: IconPlayerPlay,
  startBreak: IconClockPause,
  finish: IconFlag,
};

/** The agency asks why; the specification demands a reason for an extension only (N-058). */
const reasoned: ReadonlySet<Step> = new Set(['interrupt', 'resume']);

interface Props {
  service: Acting;
  mount: 'agent' | 'agency';
  /** Names the service for screen readers. */
  of?: string;
}

export function Steps({ service, mount, of }: Props): ReactElement | null {
  const [busy, setBusy] = useState<Step | null>(null);
  const [ending, setEnding] = useState(false);
  // Kept here, not in the dialog: typed text is there again when it is reopened.
  const [extension, setExtension] = useState<Extension>(noExtension);
  const [without, setWithout] = useState('');
  const { id, agent, status } = service;
  useEffect(() => noteState({ id, status, ...(agent ? { agent } : {}) }), [id, agent, status]);
  const now = useNow();
  const offered = offeredSteps(service, now);
  const main = mainStep(service, now);
  const inField = use(FieldFrame) && mount === 'agent';
  if (offered.length === 0) return null;
  if (inField)
    return (
      <Button component="a" href={`#/terrain/service/${id}`} size="lg" fullWidth>
        Ouvrir dans le mode terrain
      </Button>
    );
  const what = whatIs(service);
  const run = async (step: Step, content?: string): Promise<void> => {
    setBusy(step);
    try {
      await take(step, service, mount, content);
      setEnding(false);
      if (step === 'extend') setExtension(noExtension);
      // Buttons wait for the new state.
      void invalidateEntity(Service).finally(() => setBusy(null));
    } catch (problem) {
      // They can be pressed again at once.
      void invalidateEntity(Service);
      setBusy(null);
      throw problem;
    }
  };
  const choose = async (step: Step): Promise<void> => {
    if (step === 'finish' && what !== 'stop') setEnding(true);
    else
      await confirm({
        ...questionOf(step, what, mount),
        ...(reasoned.has(step) && what !== 'stop' ? { asks: { label: 'Motif (facultatif)', max: 500 } } : {}),
        act: (typed) => run(step, typed || undefined),
      });
  };
  const extend = ({ reason, text }: Extension): void => {
    if (reason !== null) run('extend', extensionContent(reason, text)).catch(notifyProblem);
  };
  return (
    <div className={classes.steps}>
      {offered
        // Offered in the dialog that ends the service.
        .filter((step) => step !== 'extend')
        .map((step) => {
          const Icon = icons[step];
          const label = labelOf(step, what);
          return (
            <Button
              key={step}
              className={classes.step ?? ''}
              size="lg"
              variant={step === main ? 'filled' : 'default'}
              leftSection={Icon && <Icon size={20} aria-hidden />}
              aria-label={of ? `${label}, ${of}` : undefined}
              loading={busy === step}
              disabled={busy !== null && busy !== step}
              onClick={() => void choose(step)}
            >
              {label}
            </Button>
          );
        })}
      {ending && offered.includes('finish') && (
        <EndDialog
          service={service}
          mount={mount}
          isExtendable={offered.includes('extend')}
          busy={busy}
          extension={extension}
          onType={setExtension}
          without={without}
          onWithout={setWithout}
          onClose={() => setEnding(false)}
          onFinish={(content) => void run('finish', content).catch(notifyProblem)}
          onExtend={() => extend(extension)}
        />
      )}
    </div>
  );
}
