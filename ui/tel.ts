/** One tap calls the number, however it is written. */
export const telOf = (phone: string): string => `tel:${phone.replace(/[^+\d]/g, '')}`;
