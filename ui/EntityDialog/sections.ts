// The sections of a form, in the order in which their first field is declared.
import type { Field } from '#core/kernel/field.ts';

export interface Section {
  name: string;
  fields: [string, Field][];
}

const unnamed = 'Général';

export function sectionsOf(fields: readonly [string, Field][]): Section[] {
  const sections = new Map<string, Section>();
  for (const [path, field] of fields) {
    const name = field.section ?? unnamed;
    const section = sections.get(name) ?? { name, fields: [] };
    section.fields.push([path, field]);
    sections.set(name, section);
  }
  return [...sections.values()];
}

/** From this many sections on, a rail of links is shown. */
const railFrom = 4;

export const hasRail = (sections: readonly Section[]): boolean => sections.length >= railFrom;
