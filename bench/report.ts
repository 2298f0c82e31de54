// Prints the figures: the median of the runs, the ratio, and the goal.

export const median = (values: number[]): number => {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

export const line = (label: string, figure: string, goal?: string): void => {
  process.stdout.write(`  ${label.padEnd(46)} ${figure.padStart(28)}${goal ? `   goal ${goal}` : ''}\n`);
};

export const title = (text: string): void => void process.stdout.write(`\n${text}\n`);
