import { module } from '#server/kernel/module.ts';
import { forgetSignUps } from './clock.ts';
import { firstStepHandlers } from './first-steps.ts';
import { signUpPeople } from './people.ts';
import { signUpHandlers } from './signup.ts';

export const signup = module({
  calls: [...signUpHandlers, ...firstStepHandlers],
  jobs: [forgetSignUps],
  people: signUpPeople,
});
