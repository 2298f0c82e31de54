// Labels in the history of records.
export const controlActs = { controlFile: 'Dossier de contrôle téléchargé' } as const;
