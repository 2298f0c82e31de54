// Runs each long-lived child in a separate session, so that it receives a stop exactly once:
// a terminal sends Ctrl C to the whole group, and npm sends it to its script a second time.
import { spawn } from 'node:child_process';
import { environment, root, runtime } from './steps.mjs';

// Older Node 24 versions warn that type stripping is experimental.
const quiet = '--disable-warning=ExperimentalWarning';

export function serve(args, extra = {}) {
  return serveAll([{ program: runtime(), args: [quiet, ...args], extra }]);
}

/** When one child ends, stops the other children; resolves with the exit code. */
export function serveAll(list) {
  const children = list.map(({ program, args, extra }) =>
    // The closed channel notifies a child that this process was killed.
    spawn(program, args, {
      cwd: root,
      env: environment(extra),
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    }),
  );
  let asked = false;
  const stop = () => {
    if (asked) return;
    asked = true;
    for (const child of children) child.kill('SIGTERM');
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  const watch = watchParent(stop);
  return Promise.all(children.map((child) => ended(child, stop, () => asked))).then((codes) => {
    clearInterval(watch);
    return codes.find((code) => code !== 0) ?? 0;
  });
}

function ended(child, stop, isAsked) {
  return new Promise((done) => {
    child.on('error', (error) => {
      console.error(error.message);
      stop();
      done(1);
    });
    child.on('exit', (code, signal) => {
      // On SIGTERM some tools end by the signal itself (128 + 15 if they pass it on).
      const obeyed = isAsked() && (signal === 'SIGTERM' || code === 143);
      if (signal && !obeyed) console.error(`Le serveur a été interrompu (${signal}).`);
      stop();
      done(obeyed ? 0 : (code ?? 1));
    });
  });
}

// A killed npm cannot pass a signal on. Without npm, a lost parent is normal: a shell left a background job running.
function watchParent(stop) {
  if (!process.env.npm_lifecycle_event) return undefined;
  const parent = process.ppid;
  return setInterval(() => {
    if (process.ppid !== parent) stop();
  }, 500);
}
