// How much of a reference is left (2 §4): the form, the lists and the warnings use the same function.
export const stockLevels = { OUT: 'Rupture', LOW: 'Stock bas', FINE: 'En stock' } as const;
export type StockLevel = keyof typeof stockLevels;

export function stockLevel(quantity: number, lowStockLevel: number | null): StockLevel {
  if (quantity <= 0) return 'OUT';
  return quantity <= (lowStockLevel ?? 0) ? 'LOW' : 'FINE';
}
