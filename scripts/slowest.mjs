// The slowest test files and journeys of a run.

const most = 10;

const seconds = (milliseconds) => `${(milliseconds / 1_000).toFixed(1)} s`;

const ranked = (times) =>
  times
    .filter(({ time }) => time > 0)
    .toSorted((one, other) => other.time - one.time)
    .slice(0, most);

/** From a JSON report of Vitest: from the first test of a file to its last. */
export const slowestFiles = ({ testResults }, under) =>
  ranked(
    testResults.map(({ name, startTime, endTime }) => ({
      title: name.replace(`${under}/`, ''),
      time: endTime - startTime,
    })),
  );

/** From a JSON report of Playwright; retries count. */
export function slowestJourneys({ suites }) {
  const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)];
  return ranked(
    suites.flatMap(specs).flatMap(({ title, file, tests }) =>
      tests.map(({ projectName, results }) => ({
        title: `[${projectName}] ${file} › ${title}`,
        time: results.reduce((sum, { duration }) => sum + duration, 0),
      })),
    ),
  );
}

/** One short line per test. */
export const formatSlowest = (heading, slowest) =>
  slowest.length === 0
    ? ''
    : [
        `\n${heading}`,
        ...slowest.map(({ title, time }) => `${seconds(time).padStart(9)}  ${title.slice(0, 100)}`),
      ].join('\n');
