import { Text } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { formatNumber } from '../format.ts';
import classes from './PreviewDialog.module.css';

/** Nobody reads more in a preview. */
const longest = 200_000;

/** Old spreadsheets write Latin-1: use it if the bytes are not UTF-8. */
async function decoded(content: Blob): Promise<string> {
  const bytes = await content.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

export function TextContent({ content }: { content: Blob }): ReactNode {
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    let here = true;
    void decoded(content).then((read) => {
      if (here) setText(read);
    });
    return () => {
      here = false;
    };
  }, [content]);
  if (text === null) return null;
  return (
    <div className={classes.text}>
      <pre>{text.slice(0, longest)}</pre>
      {text.length > longest && (
        <Text size="sm" c="dimmed">
          Les {formatNumber(longest)} premiers caractères sont affichés : téléchargez le fichier pour lire la suite.
        </Text>
      )}
    </div>
  );
}
