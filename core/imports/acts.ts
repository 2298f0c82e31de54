// Labels in the history of records.
export const importsActs = {
  import: 'Import',
} as const;
