// Readability of colours: relative luminance and contrast (WCAG).

export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

export function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1 (the same) to 21 (black on white); text needs 4.5. */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Black or white, the more readable one: a contrast of at least 4.58 on any colour. */
export const inkOn = (colour: string): '#000000' | '#ffffff' =>
  contrastOf('#ffffff', colour) >= contrastOf('#000000', colour) ? '#ffffff' : '#000000';
