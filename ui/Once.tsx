// Several screens may hold the dialogs of the same questions: only those of the first one are rendered.
import { type ReactNode, useEffect, useState } from 'react';
import { store, useStore } from './client/store.ts';

const held = store<readonly { name: string }[]>([]);

export function Once({ name, children }: { name: string; children: ReactNode }): ReactNode {
  const [mine] = useState(() => ({ name }));
  useEffect(() => {
    held.set([...held.get(), mine]);
    return () => held.set(held.get().filter((one) => one !== mine));
  }, [mine]);
  return useStore(held).find((one) => one.name === name) === mine ? children : null;
}
