// An image of the telephone or of the network, as an address of this page.
import { useEffect, useState } from 'react';

interface Shown {
  url: string | null;
  /** It was looked for. */
  isRead: boolean;
}

const waiting: Shown = { url: null, isRead: false };

/** `read`: null if it is neither here nor by the network. */
export function useImage(read: (id: string) => Promise<Blob | null>, id: string): Shown {
  const [shown, setShown] = useState(waiting);
  useEffect(() => {
    let made: string | null = null;
    let isGone = false;
    const show = (image: Blob | null): void => {
      if (isGone) return;
      made = image && URL.createObjectURL(image);
      setShown({ url: made, isRead: true });
    };
    void read(id).then(show, () => show(null));
    return () => {
      isGone = true;
      setShown(waiting);
      if (made) URL.revokeObjectURL(made);
    };
  }, [read, id]);
  return shown;
}
