// What whoever holds a service can do with it now: one large button for the likely step, the others beside it.
import { Button } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { offeredSteps, type Step } from '#core/planning/lifecycle.ts';
import { confirm } from '#ui/confirm.tsx';
import { type Icon, IconClockPause, IconFlag, IconPlayerPlay } from '#ui/icons.ts';
import { EndDialog } from './EndDialog.tsx';
import classes from './lifecycle.module.css';
import { type Acting, questionOf, stepLabels, take } from './steps.ts';

const icons: Partial<Record<Step, Icon>> = {
  start: IconPlayerPlay,
  resume: IconPlayerPlay,
  endBreak: IconPlayerPlay,
  startBreak: IconClockPause,
  finish: IconFlag,
};

interface Props {
  service: Acting;
  mount: 'agent' | 'agency';
  /** Which service, for those who hear the button's name alone. */
  of?: string;
}

export function Steps({ service, mount, of }: Props): ReactElement | null {
  const [busy, setBusy] = useState<Step | null>(null);
  const [ending, setEnding] = useState(false);
  const steps = offeredSteps(service);
  if (steps.length === 0) return null;
  const run = async (step: Step, content?: string): Promise<void> => {
    setEnding(false);
    setBusy(step);
    await take(step, service, mount, content);
    setBusy(null);
  };
  const choose = async (step: Step): Promise<void> => {
    if (step === 'finish' || step === 'extend') setEnding(true);
    else if (await confirm(questionOf(step, service.isCircuit))) await run(step);
  };
  return (
    <div className={classes.steps}>
      {steps.map((step, index) => {
        const Icon = icons[step];
        return (
          <Button
            key={step}
            className={classes.step ?? ''}
            size="lg"
            variant={index === 0 ? 'filled' : 'default'}
            leftSection={Icon && <Icon size={20} aria-hidden />}
            aria-label={of ? `${stepLabels[step]}, ${of}` : undefined}
            loading={busy === step}
            disabled={busy !== null && busy !== step}
            onClick={() => void choose(step)}
          >
            {stepLabels[step]}
          </Button>
        );
      })}
      {ending && (
        <EndDialog
          service={service}
          onClose={() => setEnding(false)}
          onFinish={() => void run('finish')}
          onExtend={(content) => void run('extend', content)}
        />
      )}
    </div>
  );
}
