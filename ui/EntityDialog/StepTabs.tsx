// One tab per record edited, with a button to remove it.
import { CloseButton } from '@mantine/core';
import { type KeyboardEvent, memo, type ReactNode, useCallback, useEffect, useRef } from 'react';
import { IconAlertCircleFilled } from '../icons.ts';
import classes from './MultiEdit.module.css';
import type { StepState } from './Step.tsx';

export interface StepItem {
  id: string;
  name: string;
}

interface StepTabsProps {
  steps: readonly StepItem[];
  states: Readonly<Record<string, StepState>>;
  active: string;
  disabled: boolean;
  tabId(id: string): string;
  panelId(id: string): string;
  onChoose(id: string): void;
  onClose(id: string): void;
}

const ways: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

export function StepTabs(props: StepTabsProps): ReactNode {
  const { steps, states, active, disabled, tabId, panelId } = props;
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    document.getElementById(tabId(active))?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [active, tabId]);

  const onKeyDown = useCallback((event: KeyboardEvent): void => {
    const { steps: all, active: current, tabId: idOf, onChoose, onClose } = latest.current;
    const at = all.findIndex(({ id }) => id === current);
    const way = ways[event.key];
    const to = way !== undefined ? at + way : event.key === 'Home' ? 0 : event.key === 'End' ? all.length - 1 : null;
    if (event.key === 'Delete') onClose(current);
    else if (to === null) return;
    else {
      const next = all[(to + all.length) % all.length];
      if (!next) return;
      onChoose(next.id);
      document.getElementById(idOf(next.id))?.focus();
    }
    event.preventDefault();
  }, []);
  const choose = useCallback((id: string) => latest.current.onChoose(id), []);
  const close = useCallback((id: string) => latest.current.onClose(id), []);

  return (
    <>
      {/* A tablist may contain tabs only: the close buttons are outside it. */}
      <div role="tablist" aria-label="Éléments à modifier" aria-owns={steps.map(({ id }) => tabId(id)).join(' ')} />
      <ul className={classes.tabs} role="presentation">
        {steps.map(({ id, name }) => (
          <Tab
            key={id}
            id={id}
            name={name}
            tab={tabId(id)}
            panel={panelId(id)}
            active={id === active}
            dirty={states[id]?.dirty ?? false}
            faulty={states[id]?.faulty ?? false}
            disabled={disabled}
            onKeyDown={onKeyDown}
            onChoose={choose}
            onClose={close}
          />
        ))}
      </ul>
    </>
  );
}

interface TabProps extends StepItem, StepState {
  tab: string;
  panel: string;
  active: boolean;
  disabled: boolean;
  onKeyDown(event: KeyboardEvent): void;
  onChoose(id: string): void;
  onClose(id: string): void;
}

/** Memoized: typing in one of fifty forms redraws one tab. */
const Tab = memo(function Tab({ id, name, tab, panel, active, dirty, faulty, disabled, ...on }: TabProps): ReactNode {
  return (
    <li className={classes.tab} data-active={active || undefined} role="presentation">
      <button
        type="button"
        role="tab"
        id={tab}
        aria-selected={active}
        aria-controls={panel}
        aria-keyshortcuts="Delete"
        tabIndex={active ? 0 : -1}
        title={name}
        data-faulty={faulty || undefined}
        onClick={() => on.onChoose(id)}
        onKeyDown={on.onKeyDown}
      >
        <span className={classes.name}>{name}</span>
        {dirty && !faulty && <span className={classes.dirty} role="img" aria-label="modifié" />}
        {faulty && <IconAlertCircleFilled size={16} role="img" aria-label="à corriger" />}
      </button>
      <CloseButton
        size="sm"
        aria-label={`Retirer ${name}`}
        tabIndex={active ? 0 : -1}
        disabled={disabled}
        onClick={() => on.onClose(id)}
      />
    </li>
  );
});
