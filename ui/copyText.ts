/** Rejects where the browser refuses, or has no clipboard: outside secure pages. */
export const copyText = async (text: string): Promise<void> => navigator.clipboard.writeText(text);
