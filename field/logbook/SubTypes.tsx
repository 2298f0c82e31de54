import type { ReactElement } from 'react';
import type { EventType } from '#core/logbook/types.ts';
import classes from '../field.module.css';

interface Props {
  type: EventType | null;
  value: string | null;
  onChange(subType: string): void;
}

export const SubTypes = ({ type, value, onChange }: Props): ReactElement | null =>
  type && type.subTypes.length > 0 ? (
    <fieldset className={classes.choices}>
      <legend>Précision</legend>
      {type.subTypes.map((name) => (
        <label key={name} className={classes.choice}>
          <input type="radio" name="sub-type" checked={value === name} onChange={() => onChange(name)} />
          {name}
        </label>
      ))}
    </fieldset>
  ) : null;
