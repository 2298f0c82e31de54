// Display settings, stored on this device only (B-073).
import { SegmentedControl, Text, useMantineColorScheme } from '@mantine/core';
import { type ReactElement, useId } from 'react';
import { type Density, densitySetting, railSetting } from '#ui/client/settings.ts';
import { useStore } from '#ui/client/store.ts';
import { schemes } from '#ui/shell/UserMenu.tsx';
import classes from './Account.module.css';

const densities: readonly [value: Density, label: string][] = [
  ['compact', 'Compacte'],
  ['normal', 'Normale'],
  ['comfortable', 'Aérée'],
];

export function Display(): ReactElement {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const density = useStore(densitySetting);
  const rail = useStore(railSetting);
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        Ces réglages valent pour cet appareil.
      </Text>
      <div className={classes.settings}>
        <Choice label="Apparence" options={schemes} value={colorScheme} onChange={setColorScheme} />
        <Choice label="Densité des listes" options={densities} value={density} onChange={densitySetting.set} />
        <div className={classes.deskOnly}>
          <Choice
            label="Menu de gauche"
            options={[
              ['open', 'Déplié'],
              ['rail', 'Réduit'],
            ]}
            value={rail ? 'rail' : 'open'}
            onChange={(value) => railSetting.set(value === 'rail')}
          />
        </div>
      </div>
    </>
  );
}

interface ChoiceProps<T extends string> {
  label: string;
  options: readonly (readonly [value: T, label: string])[];
  value: T;
  onChange(value: T): void;
}

function Choice<T extends string>({ label, options, value, onChange }: ChoiceProps<T>): ReactElement {
  const id = useId();
  return (
    <div>
      <Text size="sm" fw={550} mb={4} id={id}>
        {label}
      </Text>
      <SegmentedControl
        aria-labelledby={id}
        data={options.map(([option, words]) => ({ value: option, label: words }))}
        value={value}
        onChange={(chosen) => onChange(chosen as T)}
      />
    </div>
  );
}
