/** The code of the form, loaded when first needed. */
export const loadForm = () => import('./RecordForm.tsx');
