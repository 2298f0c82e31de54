// Recurrence of a new service (N-010 to N-016), below its hours.
import { Checkbox, Chip, Group, MultiSelect, NumberInput, Select, Stack, Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { weekDays } from '#core/agents/agent.ts';
import { frequencyInWords } from '#core/billing/schedule.ts';
import { wallClock } from '#core/kernel/clock.ts';
import { occurrences, recurrenceTypes, recurrenceInput as schema } from '#core/planning/recurrence.ts';
import { TypedInput } from '#ui/fields/TypedInput.tsx';
import { plural } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { typedWay } from '#ui/kinds/typed.ts';
import { type Holiday, useHolidays } from './holidays.ts';
import classes from './Planning.module.css';
import { recurrenceInput, type TypedRecurrence } from './recurrence.ts';

interface Props {
  typed: TypedRecurrence;
  onChange(typed: TypedRecurrence): void;
  startAt: string | null;
  endAt: string | null;
}

const repeats = [
  { value: 'none', label: 'Une seule fois' },
  ...Object.entries(recurrenceTypes).map(([value, label]) => ({
    value,
    label: `Récurrence ${label}`,
  })),
];

const rhythms = { daily: 1, weekly: 2, monthly: 3 } as const;
/** Monday first. */
const week = [1, 2, 3, 4, 5, 6, 0] as const;

export function RecurrenceEditor({ typed, onChange, startAt, endAt }: Props): ReactNode {
  const locale = useLocale();
  const { zone } = locale;
  const label = useId();
  const set = (more: Partial<TypedRecurrence>): void => onChange({ ...typed, ...more });
  // A date that is still being typed is no instant.
  const start = startAt && !Number.isNaN(Date.parse(startAt)) ? wallClock(startAt, zone) : null;
  const first = start?.day ?? new Date().toISOString();
  const holidays = useHolidays(first, typed.endDate ?? first, typed.repeat !== 'none');
  const names = [...new Set(holidays.map(({ name }) => name))];
  const choose = (repeat: TypedRecurrence['repeat']): void => {
    const day = start ? new Date(`${start.day}T12:00:00Z`) : null;
    set({
      repeat,
      days: repeat === 'weekly' && typed.days.length === 0 && day ? [day.getUTCDay()] : typed.days,
      monthDays: repeat === 'monthly' && typed.monthDays.length === 0 && day ? [day.getUTCDate()] : typed.monthDays,
      excludeHolidays: repeat === 'holidays' ? false : typed.excludeHolidays,
    });
  };
  return (
    <Stack gap="sm" mt="md">
      <Group align="end" gap="sm">
        <Select
          label="Répétition"
          data={repeats}
          value={typed.repeat}
          allowDeselect={false}
          onChange={(value) => choose((value ?? 'none') as TypedRecurrence['repeat'])}
        />
        {typed.repeat !== 'none' && typed.repeat !== 'holidays' && (
          <NumberInput
            label="Fréquence"
            description={frequencyInWords(rhythms[typed.repeat], typed.frequency)}
            min={1}
            max={366}
            w="10rem"
            value={typed.frequency}
            onChange={(value) => set({ frequency: Number(value) || 1 })}
          />
        )}
        {typed.repeat !== 'none' && (
          <TypedInput
            label="Jusqu’au"
            required
            value={typed.endDate}
            {...typedWay('day', locale)}
            onChange={(value) => set({ endDate: value as string | null })}
          />
        )}
      </Group>
      {typed.repeat === 'weekly' && (
        <fieldset className={classes.days} aria-labelledby={label}>
          <Text id={label} size="sm" fw={500} mb={4}>
            Jours de la semaine
          </Text>
          <Group gap="xs">
            {week.map((day) => (
              <Chip
                key={day}
                checked={typed.days.includes(day)}
                onChange={(on) => set({ days: on ? [...typed.days, day] : typed.days.filter((one) => one !== day) })}
              >
                {weekDays[day]}
              </Chip>
            ))}
          </Group>
        </fieldset>
      )}
      {typed.repeat === 'monthly' && (
        <MultiSelect
          label="Jours du mois"
          data={Array.from({ length: 31 }, (_, index) => String(index + 1))}
          value={typed.monthDays.map(String)}
          onChange={(days) => set({ monthDays: days.map(Number) })}
        />
      )}
      {typed.repeat === 'holidays' && (
        <MultiSelect
          label="Jours fériés"
          data={names}
          value={typed.holidayDays}
          onChange={(holidayDays) => set({ holidayDays })}
        />
      )}
      {typed.repeat !== 'none' && typed.repeat !== 'holidays' && (
        <Checkbox
          label="Sauf les jours fériés"
          checked={typed.excludeHolidays}
          onChange={(event) => set({ excludeHolidays: event.currentTarget.checked })}
        />
      )}
      {typed.repeat !== 'none' && startAt && endAt && (
        <Text size="sm" c="dimmed" role="status">
          {countText(typed, startAt, endAt, zone, holidays)}
        </Text>
      )}
    </Stack>
  );
}

/** Number of services to create, updated while typing. */
function countText(
  typed: TypedRecurrence,
  startAt: string,
  endAt: string,
  zone: string,
  holidays: readonly Holiday[],
): string {
  const parsed = schema.safeParse(recurrenceInput(typed, startAt, endAt, zone));
  if (!parsed.success) return 'Complétez la récurrence pour voir combien de services elle crée.';
  try {
    const count = occurrences(parsed.data, zone, holidays).length;
    return count === 0 ? 'Aucun jour ne correspond à cette récurrence.' : `${plural(count, 'service')} à créer.`;
  } catch (problem) {
    return problem instanceof Error ? problem.message : '';
  }
}
