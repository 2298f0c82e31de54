/** Without accents and capitals, so that « Depot » matches « Dépôt ». */
export const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
