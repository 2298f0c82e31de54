import { useEffect } from 'react';

/** The field's type scale (field.css) for everything on the page, dialogs too. */
export function useFieldScale(wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return;
    const { dataset } = document.documentElement;
    dataset.scale = 'field';
    return () => {
      delete dataset.scale;
    };
  }, [wanted]);
}
