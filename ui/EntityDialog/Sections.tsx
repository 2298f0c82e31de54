// Sections one under the other, with a rail that leads to them and marks those at fault.
import { Title, UnstyledButton } from '@mantine/core';
import { IconAlertCircleFilled } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useState } from 'react';
import type { Field } from '#core/kernel/field.ts';
import inputClasses from '../fields/fields.module.css';
import type { Faults } from '../kinds/inputs.tsx';
import classes from './EntityDialog.module.css';
import { hasRail, type Section } from './sections.ts';

interface SectionsProps {
  sections: readonly Section[];
  faults?: Faults;
  scroller: RefObject<HTMLDivElement | null>;
  /** Above the first section. */
  top?: ReactNode;
  render(path: string, field: Field): ReactNode;
}

const isAtFault = ({ fields }: Section, faults: Faults): boolean =>
  Object.keys(faults).some((fault) => fields.some(([path]) => fault === path || fault.startsWith(`${path}.`)));

const aboveTheFold = 48;

export function Sections({ sections, faults = {}, scroller, top, render }: SectionsProps): ReactNode {
  const rail = hasRail(sections);
  const [current, setCurrent] = useState(sections[0]?.name);
  const elementOf = (name: string): HTMLElement | null =>
    scroller.current?.querySelector<HTMLElement>(`[data-section="${CSS.escape(name)}"]`) ?? null;

  const spy = (): void => {
    const area = scroller.current;
    if (!area || !rail) return;
    const end = area.scrollTop + area.clientHeight >= area.scrollHeight - 2 && area.scrollTop > 0;
    const edge = area.getBoundingClientRect().top + aboveTheFold;
    const passed = sections.filter(({ name }) => (elementOf(name)?.getBoundingClientRect().top ?? 0) <= edge);
    setCurrent((end ? sections.at(-1) : (passed.at(-1) ?? sections[0]))?.name);
  };

  return (
    <div className={classes.columns}>
      {rail && (
        <nav className={classes.rail} aria-label="Sections">
          {sections.map((section) => {
            const fault = isAtFault(section, faults);
            return (
              <UnstyledButton
                key={section.name}
                className={classes.stop}
                aria-current={section.name === current || undefined}
                data-fault={fault || undefined}
                onClick={() => {
                  elementOf(section.name)?.scrollIntoView({ block: 'start' });
                  setCurrent(section.name);
                }}
              >
                <span>{section.name}</span>
                {fault && <IconAlertCircleFilled size={14} aria-label="contient une erreur" />}
              </UnstyledButton>
            );
          })}
        </nav>
      )}
      <div className={classes.fields} ref={scroller} onScroll={spy}>
        {top}
        {sections.map((section) => (
          <section key={section.name} className={classes.section} data-section={section.name} aria-label={section.name}>
            {sections.length > 1 && (
              <Title order={3} className={classes.sectionTitle}>
                {section.name}
              </Title>
            )}
            <div className={inputClasses.grid}>
              {section.fields.map(([path, field]) => (
                <div key={path} data-width={field.width ?? 'full'}>
                  {render(path, field)}
                </div>
              ))}
            </div>
          </section>
        ))}
      </div>
    </div>
  );
}
