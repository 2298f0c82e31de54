/** Without accents and capitals: « Depot » finds « Dépôt ». */
export const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
