// « Application »: its address, to open it on another device (B-063).
import type { ReactElement } from 'react';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { HomeScreen, OpenElsewhere } from './HomeScreen.tsx';
import classes from './links.module.css';

export default function Application({ title, description }: ScreenProps): ReactElement {
  return (
    <div className={classes.page}>
      <PageHeader title={title} description={description} />
      <OpenElsewhere />
      <HomeScreen />
    </div>
  );
}
