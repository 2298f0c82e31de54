// Sections one below the other, with a rail of links that marks sections with errors.
import { Text, Title, UnstyledButton } from '@mantine/core';
import {
  memo,
  type ReactNode,
  type RefObject,
  startTransition,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import type { Field, Kind } from '#core/kernel/field.ts';
import inputClasses from '../fields/fields.module.css';
import { IconAlertCircleFilled } from '../icons.ts';
import type { Faults } from '../kinds/inputs.tsx';
import classes from './EntityDialog.module.css';
import { hasRail, type Section } from './sections.ts';

interface SectionsProps {
  sections: readonly Section[];
  faults?: Faults;
  scroller: RefObject<HTMLDivElement | null>;
  /** The section shown first, instead of the top. */
  first?: string | undefined;
  /** Above the first section. */
  top?: ReactNode;
  /** Under the fields of a section. */
  below?: ((section: string) => ReactNode) | undefined;
  /** Each field shows its section, instead of titles. */
  sectioned?: boolean | undefined;
  /** Read-only: without inputs, the area itself needs the focus to scroll by keyboard. */
  read?: boolean;
  /** Being saved: what is typed now would be lost. */
  saving?: boolean;
  render(path: string, field: Field): ReactNode;
}

const isAtFault = ({ fields }: Section, faults: Faults): boolean =>
  Object.keys(faults).some((fault) => fields.some(([path]) => fault === path || fault.startsWith(`${path}.`)));

const aboveTheFold = 48;

/** Kinds whose inputs take half the width, unless declared otherwise. */
const halves: ReadonlySet<Kind> = new Set(['integer', 'decimal', 'money', 'day', 'moment', 'time', 'phones']);

/** Fields that are rendered at once. */
const firstFields = 40;

/**
 * How many sections have their fields. A long form gets its first sections at once and the others one by one, between
 * two frames: the page stays responsive meanwhile.
 */
function useReadySections(sections: readonly Section[]): number {
  const [ready, setReady] = useState(() => {
    let [count, fields] = [0, 0];
    while (count < sections.length && fields < firstFields) fields += sections[count++]?.fields.length ?? 0;
    return count;
  });
  useEffect(() => {
    if (ready < sections.length) startTransition(() => setReady(ready + 1));
  }, [ready, sections.length]);
  return ready;
}

export function Sections(props: SectionsProps): ReactNode {
  const { sections, faults = {}, scroller, first, top, below, sectioned = false, read = false, render } = props;
  const rail = hasRail(sections) && !sectioned;
  const ready = useReadySections(sections);
  const [current, setCurrent] = useState(sections[0]?.name);
  const elementOf = (name: string): HTMLElement | null =>
    scroller.current?.querySelector<HTMLElement>(`[data-section="${CSS.escape(name)}"]`) ?? null;

  const spy = (): void => {
    const area = scroller.current;
    if (!area || !rail) return;
    const { top: edge, bottom } = area.getBoundingClientRect();
    // The section with the focus is the current one while it is visible: the last section may never reach the top.
    const focused = document.activeElement?.closest<HTMLElement>('[data-section]');
    const at = focused && area.contains(focused) ? focused.getBoundingClientRect() : null;
    if (at && at.top < bottom - aboveTheFold && at.bottom > edge + aboveTheFold) {
      setCurrent(focused?.dataset.section);
      return;
    }
    const passed = sections.filter(
      ({ name }) => (elementOf(name)?.getBoundingClientRect().top ?? 0) <= edge + aboveTheFold,
    );
    setCurrent((passed.at(-1) ?? sections[0])?.name);
  };
  /** The section that was asked for, until somebody scrolls or types: what grows above it must not push it away. */
  const wanted = useRef<string | null>(null);
  const letGo = (): void => {
    wanted.current = null;
  };
  const goTo = (name: string): void => {
    const section = elementOf(name);
    section?.querySelector<HTMLElement>('input, textarea, button')?.focus({ preventScroll: true });
    section?.scrollIntoView({ block: 'start' });
    setCurrent(name);
    wanted.current = name;
  };
  const hold = useEffectEvent(() => {
    if (wanted.current !== null) elementOf(wanted.current)?.scrollIntoView({ block: 'start' });
  });
  // Sections get their fields, and fields their editors, after the form is shown.
  useEffect(() => {
    const observer = new ResizeObserver(() => hold());
    for (const section of scroller.current?.querySelectorAll('[data-section]') ?? []) observer.observe(section);
    return () => observer.disconnect();
  }, [scroller]);
  // Once nothing is added above it any more.
  const isReady = ready >= sections.length;
  const toFirst = useEffectEvent(() => first !== undefined && goTo(first));
  useEffect(() => {
    if (isReady) toFirst();
  }, [isReady]);

  return (
    <div className={classes.columns} inert={props.saving}>
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
                onClick={() => goTo(section.name)}
              >
                <span>{section.name}</span>
                {fault && <IconAlertCircleFilled size={14} aria-label="contient une erreur" />}
              </UnstyledButton>
            );
          })}
        </nav>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only listens to focus, to highlight the rail */}
      <div
        className={classes.fields}
        ref={scroller}
        tabIndex={read ? 0 : -1}
        onScroll={spy}
        onFocus={spy}
        onWheel={letGo}
        onTouchMove={letGo}
        onPointerDown={letGo}
        onKeyDown={letGo}
      >
        {top}
        {sections.map((section, at) => (
          <section key={section.name} className={classes.section} data-section={section.name} aria-label={section.name}>
            {sections.length > 1 && !sectioned && (
              <Title order={3} className={classes.sectionTitle}>
                {section.name}
              </Title>
            )}
            {at < ready && <Fields section={section} below={below} sectioned={sectioned} render={render} />}
          </section>
        ))}
      </div>
    </div>
  );
}

/** Memoised: a section that becomes ready must not render the others again. */
const Fields = memo(function Fields({
  section,
  below,
  sectioned,
  render,
}: Pick<SectionsProps, 'below' | 'sectioned' | 'render'> & { section: Section }): ReactNode {
  return (
    <>
      <div className={inputClasses.grid}>
        {section.fields.map(([path, field]) => (
          <div key={path} data-width={field.width ?? (halves.has(field.kind) ? 'half' : 'full')}>
            {sectioned && (
              <Text size="xs" c="dimmed">
                {section.name} ›
              </Text>
            )}
            {render(path, field)}
          </div>
        ))}
      </div>
      {below?.(section.name)}
    </>
  );
});
