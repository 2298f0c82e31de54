// A reporter of Vitest: writes the errors of hooks, which its JSON report leaves out.
import { writeFileSync } from 'node:fs';

export const hookErrorsFile = 'HOOK_ERRORS_FILE';

export default class HookErrors {
  #found = [];

  onTestSuiteResult(suite) {
    for (const { stack, message } of suite.errors())
      this.#found.push({ title: `${suite.module.relativeModuleId} › ${suite.fullName}`, message: stack ?? message });
  }

  onTestRunEnd() {
    const path = process.env[hookErrorsFile];
    if (path) writeFileSync(path, JSON.stringify(this.#found));
  }
}
