// The choices by group: a list box controlled by the input above.
import { type ReactElement, useEffect } from 'react';
import { StatusBadge } from '#ui/kinds.tsx';
import type { Choice, Group } from './choices.ts';
import classes from './Palette.module.css';

interface Props {
  id: string;
  groups: readonly Group[];
  active: Choice | null;
  onActive(key: string): void;
  onChoose(choice: Choice): void;
}

export function Options({ id, groups, active, onActive, onChoose }: Props): ReactElement {
  const activeId = active && `${id}-${active.key}`;
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  return (
    <div role="listbox" id={id} aria-label="Résultats" className={classes.list}>
      {groups.map(({ label, choices, isOld = false }) => (
        // biome-ignore lint/a11y/useSemanticElements: a list box has groups of options, not field sets.
        <div key={label} role="group" aria-label={label}>
          <p className={classes.group} aria-hidden>
            {label}
          </p>
          {choices.map((choice) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input, which names the active option.
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys.
            <div
              key={choice.key}
              id={`${id}-${choice.key}`}
              role="option"
              aria-selected={choice === active}
              aria-disabled={isOld}
              className={classes.option}
              onPointerMove={() => onActive(choice.key)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => isOld || onChoose(choice)}
            >
              <choice.icon size={18} stroke={1.5} aria-hidden className={classes.icon ?? ''} />
              <span className={classes.words}>
                <span className={classes.label}>{choice.label}</span>
                {choice.detail ? <span className={classes.detail}>{choice.detail}</span> : null}
              </span>
              {choice.status ? (
                <span className={classes.status}>
                  <StatusBadge machine={choice.status.machine} code={choice.status.code} />
                </span>
              ) : null}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
