/** Link that calls the number, whatever its notation. */
export const telOf = (phone: string): string => `tel:${phone.replace(/[^+\d]/g, '')}`;
