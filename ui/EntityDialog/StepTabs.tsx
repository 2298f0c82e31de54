// The records edited together, one tab each, with the way to take one out.
import { CloseButton } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect } from 'react';
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
  const { steps, states, active, tabId, panelId, onChoose, onClose } = props;

  useEffect(() => {
    document.getElementById(tabId(active))?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [active, tabId]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const at = steps.findIndex(({ id }) => id === active);
    const way = ways[event.key];
    const to = way !== undefined ? at + way : event.key === 'Home' ? 0 : event.key === 'End' ? steps.length - 1 : null;
    if (event.key === 'Delete') onClose(active);
    else if (to === null) return;
    else {
      const next = steps[(to + steps.length) % steps.length];
      if (!next) return;
      onChoose(next.id);
      document.getElementById(tabId(next.id))?.focus();
    }
    event.preventDefault();
  };

  return (
    <>
      {/* A list of tabs owns tabs alone: their close buttons stand beside it. */}
      <div role="tablist" aria-label="Éléments à modifier" aria-owns={steps.map(({ id }) => tabId(id)).join(' ')} />
      <ul className={classes.tabs} role="presentation">
        {steps.map(({ id, name }) => {
          const { dirty = false, faulty = false } = states[id] ?? {};
          return (
            <li key={id} className={classes.tab} data-active={id === active || undefined} role="presentation">
              <button
                type="button"
                role="tab"
                id={tabId(id)}
                aria-selected={id === active}
                aria-controls={panelId(id)}
                aria-keyshortcuts="Delete"
                tabIndex={id === active ? 0 : -1}
                title={name}
                data-faulty={faulty || undefined}
                onClick={() => onChoose(id)}
                onKeyDown={onKeyDown}
              >
                <span className={classes.name}>{name}</span>
                {dirty && !faulty && <span className={classes.dirty} role="img" aria-label="modifié" />}
                {faulty && <IconAlertCircleFilled size={16} role="img" aria-label="à corriger" />}
              </button>
              <CloseButton
                size="sm"
                aria-label={`Retirer ${name}`}
                tabIndex={id === active ? 0 : -1}
                disabled={props.disabled}
                onClick={() => onClose(id)}
              />
            </li>
          );
        })}
      </ul>
    </>
  );
}
