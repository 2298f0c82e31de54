// Start and end of an absence: days if they are whole, otherwise with hours.
import { Group, Switch, Text } from '@mantine/core';
import type { ReactElement } from 'react';
import { instantAt, wallClock } from '#core/kernel/clock.ts';
import { inDays } from '#core/kernel/duration.ts';
import { dayEnd, dayStart, hoursByDay, isWholeDays, wholeDays, wholePost } from '#core/planning/unavailability.ts';
import type { BelowProps } from '#ui/EntityDialog/extras.ts';
import { TypedInput } from '#ui/fields/TypedInput.tsx';
import { formatDay, formatMoment, parseDay, parseMoment } from '#ui/format.ts';
import type { InputProps } from '#ui/kinds/inputs.tsx';
import { useLocale } from '#ui/kinds/locale.ts';
import { typedWay } from '#ui/kinds/typed.ts';

/** Incomplete text is not a moment. */
export const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value);

/** A day without a time means the whole day: from its first minute, or to its last. */
function EdgeInput({ edge, ...props }: InputProps & { edge: string }): ReactElement {
  const { field, path, value, faults, change, leave } = props;
  const locale = useLocale();
  const { zone } = locale;
  const atEdge = !isMoment(value) || wallClock(value, zone).time === edge;
  const { picker } = typedWay(atEdge ? 'day' : 'moment', locale);
  return (
    <TypedInput
      label={field.label}
      required={field.required}
      error={faults[path]}
      path={path}
      placeholder="JJ/MM/AAAA"
      value={value}
      show={(moment) => {
        if (!isMoment(moment)) return String(moment);
        const { day, time } = wallClock(moment, zone);
        return time === edge ? formatDay(day) : formatMoment(moment, zone);
      }}
      read={(text) => {
        const day = parseDay(text);
        if ('value' in day) return instantAt(day.value, edge, zone);
        const moment = parseMoment(text, zone);
        return 'value' in moment ? moment.value : null;
      }}
      picker={
        picker &&
        (atEdge
          ? {
              ...picker,
              into: (moment) => (isMoment(moment) ? wallClock(moment, zone).day : ''),
              from: (picked) => instantAt(picked, edge, zone),
            }
          : picker)
      }
      onChange={(next) => change(path, next)}
      onBlur={() => leave(path)}
    />
  );
}

export const StartInput = (props: InputProps): ReactElement => <EdgeInput {...props} edge={dayStart} />;
export const EndInput = (props: InputProps): ReactElement => <EdgeInput {...props} edge={dayEnd} />;

/** Default hours of a partial day. */
const usualHours = ['08:00', '18:00'] as const;

export function WholeDays({ values: { startAt, endAt }, change }: BelowProps): ReactElement | null {
  const { zone } = useLocale();
  if (!change) return null;
  const known = isMoment(startAt) && isMoment(endAt) && startAt <= endAt;
  const whole = known && isWholeDays(startAt, endAt, zone);
  const toggle = (): void => {
    if (!isMoment(startAt) || !isMoment(endAt)) return;
    const [first, last] = [startAt, endAt].map((moment) => wallClock(moment, zone).day) as [string, string];
    const next = whole
      ? { startAt: instantAt(first, usualHours[0], zone), endAt: instantAt(last, usualHours[1], zone) }
      : wholeDays(first, last, zone);
    change('startAt', next.startAt);
    change('endAt', next.endAt);
  };
  return (
    <Group mt="md" gap="xs lg">
      <Switch
        label="Journées entières"
        checked={whole}
        disabled={!isMoment(startAt) || !isMoment(endAt)}
        onChange={toggle}
      />
      <Text size="sm" c="dimmed" role="status">
        {known && `Durée : ${inDays(hoursByDay(startAt, endAt, zone))}`}
      </Text>
      {known && !whole && (
        <Text size="sm" c="dimmed" w="100%">
          {wholePost}
        </Text>
      )}
    </Group>
  );
}
