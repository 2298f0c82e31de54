/** « 2026-01 » to « 2026-12 ». */
export function monthsBetween(from: string, to: string): string[] {
  const [first, last] = [from, to].map((day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1) as [
    number,
    number,
  ];
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const month = first + index;
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
  });
}

/** The same day a year before; 29 February becomes 28. */
export const yearBefore = (day: string): string =>
  `${Number(day.slice(0, 4)) - 1}${day.endsWith('-02-29') ? '-02-28' : day.slice(4)}`;
