// Repeats the failures at the end of a long test output.

/** The first lines give the expectation and its place; the full message is further up. */
const lines = 14;

const escapes = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

const brief = (message) => message.replaceAll(escapes, '').trim().split('\n').slice(0, lines).join('\n');

/** From a JSON report of Vitest and the errors of hooks. */
export function unitFailures({ testResults }, hookErrors, under) {
  const tests = testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const file = name.replace(`${under}/`, '');
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      if (failed.length === 0) return message ? [{ title: file, message: brief(message) }] : [];
      return failed.map(({ fullName, failureMessages }) => ({
        title: `${file} › ${fullName}`,
        message: brief(failureMessages.join('\n')),
      }));
    });
  return [...tests, ...hookErrors.map(({ title, message }) => ({ title, message: brief(message) }))];
}

/** From a JSON report of Playwright, including tests that passed only on retry. */
export function browserFailures({ suites }) {
  const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)];
  return suites.flatMap(specs).flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, status, results }) => ({
        title: `[${projectName}] ${file}:${line} › ${title}${status === 'flaky' ? ' (instable)' : ''}`,
        message: brief(results.find(({ error }) => error)?.error.message ?? ''),
      })),
  );
}

export const formatFailures = (failures) =>
  failures.map(({ title, message }) => `\n✘ ${title}\n${message.replaceAll(/^/gm, '    ')}`).join('\n');
