// A new line has no id, but must stay the same card while it is edited, reordered and others are removed.
import { useRef } from 'react';

export interface LineKeys {
  at(index: number): number;
  remove(index: number): void;
  move(from: number, to: number): void;
}

export function useLineKeys(count: number): LineKeys {
  const keys = useRef<number[]>([]);
  const next = useRef(0);
  while (keys.current.length < count) keys.current.push(next.current++);
  keys.current.length = count;
  return {
    at: (index) => keys.current[index] as number,
    remove: (index) => void keys.current.splice(index, 1),
    move: (from, to) => {
      const [key] = keys.current.splice(from, 1);
      if (key !== undefined) keys.current.splice(to, 0, key);
    },
  };
}
