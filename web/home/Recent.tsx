// The records that the user changed last.
import { Skeleton, Text } from '@mantine/core';
import type { ReactElement } from 'react';
import { actLabel } from '#core/acts.ts';
import type { Home } from '#core/home/home.ts';
import { formatMoment, formatRelative } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { RecordLink } from '#ui/shell/RecordLink.tsx';
import type { RecordScreen } from '#ui/shell/records.ts';
import classes from './Home.module.css';

interface Props {
  /** Null: loading. */
  recent: Home['recent'] | null;
  screens: ReadonlyMap<string, RecordScreen>;
}

export function Recent({ recent, screens }: Props): ReactElement {
  const { zone } = useLocale();
  const shown = recent?.flatMap((line) => {
    const screen = screens.get(line.entity);
    return screen ? [{ ...line, screen }] : [];
  });
  return (
    <section className={classes.panel} aria-labelledby="recent" aria-busy={!shown}>
      <h2 id="recent">Vos dernières fiches</h2>
      {shown ? null : (
        <div className={classes.bones}>
          {[1, 2, 3].map((bone) => (
            <Skeleton key={bone} height={34} />
          ))}
        </div>
      )}
      {shown?.length === 0 ? (
        <Text c="dimmed" p="md">
          Les fiches que vous créez ou modifiez apparaîtront ici, pour y revenir d’un geste.
        </Text>
      ) : null}
      <ul className={classes.items}>
        {shown?.map(({ entity, id, name, action, at, screen }) => (
          <li key={`${entity} ${id}`}>
            <RecordLink entity={entity} id={id} className={classes.item}>
              <screen.item.icon size={18} stroke={1.5} aria-hidden className={classes.icon ?? ''} />
              <span className={classes.words}>
                <span className={classes.label}>{name}</span>
                <span className={classes.description} title={formatMoment(at, zone)}>
                  {screen.of.label.one} · {actLabel(screen.of, action)} {formatRelative(at)}
                </span>
              </span>
            </RecordLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
