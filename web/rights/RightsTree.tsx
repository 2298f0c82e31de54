// The rights by area, with the rights that each needs; for a person or a set.
import { Checkbox, Text, Title } from '@mantine/core';
import { memo, type ReactElement } from 'react';
import type { Right, RightInfo } from '#core/rights.ts';
import { useSession } from '#ui/client/session.ts';
import { areaOf, areas, comingArea, searchRights, whyFixed } from './choice.ts';
import classes from './RightsEditor.module.css';

interface Props {
  found: readonly RightInfo[];
  held: ReadonlySet<Right>;
  /** The saved rights: differences are marked. */
  before: ReadonlySet<Right>;
  closed?: boolean;
  /** Shows links to the areas beside it. */
  rail?: boolean;
  onToggle(key: Right): void;
}

/** Memoized: other inputs of the form do not redraw it. */
export const RightsTree = memo(function RightsTree(props: Props): ReactElement {
  const { found, held, before, closed = false, rail = false, onToggle } = props;
  const { asker } = useSession();
  return (
    <div className={classes.columns}>
      {rail ? <AreaRail found={found} held={held} /> : null}
      <div className={rail ? classes.areas : classes.whole}>
        {found.length === 0 ? <Text c="dimmed">Aucun droit ne correspond à cette recherche.</Text> : null}
        {areas.map((area) => {
          const rights = found.filter((right) => areaOf(right) === area);
          if (rights.length === 0) return null;
          return (
            <section key={area} id={sectionId(area)} className={classes.area} aria-label={area}>
              <Title order={3} className={classes.areaTitle ?? ''}>
                {area}
                <span className={classes.count}>{countOf(area, held)}</span>
              </Title>
              {area === comingArea ? (
                <Text size="sm" c="dimmed" mb="xs">
                  Les écrans de ces droits n’existent pas encore. Ils prendront effet avec eux.
                </Text>
              ) : null}
              <div className={classes.rights}>
                {rights.map(({ key, label }) => (
                  <RightBox
                    key={key}
                    name={key}
                    label={label}
                    held={held.has(key)}
                    changed={before.has(key) !== held.has(key)}
                    fixed={closed ? '' : whyFixed(asker, held, key)}
                    onToggle={onToggle}
                  />
                ))}
              </div>
            </section>
          );
        })}
      </div>
    </div>
  );
});

interface BoxProps {
  name: Right;
  label: string;
  held: boolean;
  changed: boolean;
  /** Why it cannot be changed; empty: the whole form is disabled. */
  fixed: string | null;
  onToggle(key: Right): void;
}

/** Memoized: there are two hundred of them. */
const RightBox = memo(function RightBox({ name, label, held, changed, fixed, onToggle }: BoxProps): ReactElement {
  return (
    <Checkbox
      size="sm"
      label={
        <>
          {label}
          {fixed ? <span className={classes.reason}> — {fixed}</span> : null}
        </>
      }
      checked={held}
      disabled={fixed !== null}
      onChange={() => onToggle(name)}
      className={[classes.right, changed && classes.changed].filter(Boolean).join(' ')}
    />
  );
});

const sectionId = (area: string): string => `rights-${areas.indexOf(area as (typeof areas)[number])}`;

const countOf = (area: string, held: ReadonlySet<Right>): string => {
  const own = searchRights('').filter((right) => areaOf(right) === area);
  return `${own.filter(({ key }) => held.has(key)).length} / ${own.length}`;
};

function AreaRail({ found, held }: { found: readonly RightInfo[]; held: ReadonlySet<Right> }): ReactElement {
  const shown = areas.filter((area) => found.some((right) => areaOf(right) === area));
  return (
    <nav className={classes.rail} aria-label="Domaines">
      {shown.map((area) => (
        <button
          key={area}
          type="button"
          className={classes.stop}
          onClick={() => document.getElementById(sectionId(area))?.scrollIntoView({ block: 'start' })}
        >
          <span>{area}</span>
          <span className={classes.count}>{countOf(area, held)}</span>
        </button>
      ))}
    </nav>
  );
}
