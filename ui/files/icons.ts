// Icons of files, loaded with the components that show them.
import type { Icon } from '@tabler/icons-react';
import file from '@tabler/icons-react/dist/esm/icons/IconFile.mjs';
import fileMusic from '@tabler/icons-react/dist/esm/icons/IconFileMusic.mjs';
import fileSpreadsheet from '@tabler/icons-react/dist/esm/icons/IconFileSpreadsheet.mjs';
import fileText from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs';
import fileTypePdf from '@tabler/icons-react/dist/esm/icons/IconFileTypePdf.mjs';
import fileZip from '@tabler/icons-react/dist/esm/icons/IconFileZip.mjs';
import photo from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs';
import upload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs';
import video from '@tabler/icons-react/dist/esm/icons/IconVideo.mjs';

export const IconPhoto: Icon = photo;
export const IconUpload: Icon = upload;

const icons: readonly [RegExp, Icon][] = [
  [/^image\//, photo],
  [/^video\//, video],
  [/^audio\//, fileMusic],
  [/pdf$/, fileTypePdf],
  [/sheet|excel|csv/, fileSpreadsheet],
  [/zip$/, fileZip],
  [/word|text/, fileText],
];

export const iconOf = (mimeType: string): Icon => icons.find(([pattern]) => pattern.test(mimeType))?.[1] ?? file;
