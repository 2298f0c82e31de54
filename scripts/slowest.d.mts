interface Slow {
  title: string;
  time: number;
}
export function slowestFiles(report: object, under: string): Slow[];
export function slowestJourneys(report: object): Slow[];
export function formatSlowest(heading: string, slowest: Slow[]): string;
