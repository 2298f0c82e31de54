// Area to drop or choose files.
import { Button, FileButton } from '@mantine/core';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { acceptOf } from './chosen.ts';
import classes from './files.module.css';
import { IconUpload } from './icons.ts';

interface Dropping {
  over: boolean;
  on: {
    onDragEnter(event: DragEvent): void;
    onDragOver(event: DragEvent): void;
    onDragLeave(event: DragEvent<HTMLElement>): void;
    onDrop(event: DragEvent): void;
  };
}

/** For an element that accepts dropped files. */
export function useDrop(onFiles: (files: File[]) => void): Dropping {
  const [over, setOver] = useState(false);
  const enter = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  return {
    over,
    on: {
      onDragEnter: enter,
      onDragOver: enter,
      onDragLeave: (event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      },
      onDrop: (event) => {
        event.preventDefault();
        setOver(false);
        onFiles([...event.dataTransfer.files]);
      },
    },
  };
}

interface ChooseProps {
  label: string;
  path: string;
  multiple: boolean;
  picture: boolean;
  describedBy?: string;
  onFiles(files: File[]): void;
}

export function ChooseFiles({ label, path, multiple, picture, describedBy, onFiles }: ChooseProps): ReactNode {
  const reset = useRef<() => void>(null);
  return (
    <FileButton
      multiple={multiple}
      accept={acceptOf(picture)}
      resetRef={reset}
      inputProps={{ 'aria-label': label, tabIndex: -1 }}
      onChange={(chosen) => {
        const files = Array.isArray(chosen) ? chosen : chosen ? [chosen] : [];
        // Allow choosing the same file again.
        reset.current?.();
        if (files.length > 0) onFiles(files);
      }}
    >
      {(props) => (
        <Button
          {...props}
          variant="default"
          leftSection={<IconUpload size={16} aria-hidden />}
          data-path={path}
          aria-describedby={describedBy}
        >
          {label}
        </Button>
      )}
    </FileButton>
  );
}

interface DropZoneProps extends Omit<ChooseProps, 'describedBy'> {
  /** Invitation to drop, for mouse users. */
  invitation: string;
  /** Information before choosing. */
  words: string;
}

export function DropZone({ invitation, words, ...choose }: DropZoneProps): ReactNode {
  const { over, on } = useDrop(choose.onFiles);
  return (
    <div className={classes.zone} data-over={over || undefined} data-dropzone {...on}>
      <span className={classes.words}>
        <span className={classes.invitation}>{invitation} </span>
        {words}
      </span>
      <ChooseFiles {...choose} />
    </div>
  );
}
