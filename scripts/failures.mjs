// What failed, told again where a long output is read: at its end.

/** The first lines say what was expected and where; the whole stands further up. */
const lines = 14;

const escapes = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

const brief = (message) => message.replaceAll(escapes, '').trim().split('\n').slice(0, lines).join('\n');

/** Of a JSON report of Vitest. */
export function unitFailures({ testResults }, under) {
  return testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const file = name.replace(`${under}/`, '');
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      if (failed.length === 0) return [{ title: file, message: brief(message) }];
      return failed.map(({ fullName, failureMessages }) => ({
        title: `${file} › ${fullName}`,
        message: brief(failureMessages.join('\n')),
      }));
    });
}

/** Of a JSON report of Playwright: those that passed only the second time too. */
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

export const toldFailures = (failures) =>
  failures.map(({ title, message }) => `\n✘ ${title}\n${message.replaceAll(/^/gm, '    ')}`).join('\n');
