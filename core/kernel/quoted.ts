/** « Hall »: a line never ends after the opening sign nor begins with the closing one. */
export const quoted = (text: string): string => `«\u00a0${text}\u00a0»`;
