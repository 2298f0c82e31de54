import { module } from '#server/kernel/module.ts';
import { forgetSignUps } from './clock.ts';
import { signUpPeople } from './people.ts';
import { signUpHandlers } from './signup.ts';

export const signup = module({
  calls: signUpHandlers,
  jobs: [forgetSignUps],
  people: signUpPeople,
});
