const units = ['o', 'Ko', 'Mo', 'Go'];
const figures = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 1 });

/** « 1,2 Mo »: in units of 1 024 bytes, like the upload limit. */
export function formatSize(bytes: number): string {
  let [size, unit] = [bytes, 0];
  while (size >= 1_024 && unit < units.length - 1) {
    size /= 1_024;
    unit += 1;
  }
  return `${figures.format(unit === 0 ? size : Math.round(size * 10) / 10)} ${units[unit]}`;
}
