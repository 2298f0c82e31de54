import type { ReactElement } from 'react';
export default function SignedIn({ onRefused }: { onRefused(): void }): ReactElement {
  return (
    <button type="button" onClick={onRefused}>
      x
    </button>
  );
}
