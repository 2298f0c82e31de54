// Home: notes that the user must confirm.
import { Alert } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { IconNote } from '#ui/icons.ts';
import { useMenus } from '#ui/shell/screen.ts';
import classes from './notes.module.css';
import { receivedNotes, useWaiting } from './waiting.ts';

export function NotesNotice(): ReactElement | null {
  const menus = useMenus();
  const screen = menus.flatMap(({ items }) => items).find(({ name }) => name === receivedNotes);
  return screen ? <Waiting path={screen.path} /> : null;
}

function Waiting({ path }: { path: string }): ReactElement | null {
  const notes = useWaiting().data?.waiting.toAcknowledge ?? [];
  if (notes.length === 0) return null;
  return (
    <Alert
      color="yellow"
      role="status"
      icon={<IconNote aria-hidden />}
      classNames={{ title: classes.noticeTitle }}
      title={
        notes.length === 1 ? 'Une note attend votre confirmation' : `${notes.length} notes attendent votre confirmation`
      }
    >
      <ul className={classes.waiting}>
        {notes.map(({ id, title }) => (
          <li key={id}>
            <Link to={path} search={{ note: id } as never}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
