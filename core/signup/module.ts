import { module } from '../kernel/module.ts';
import * as firstStepCalls from './first-steps.ts';
import * as signUpCalls from './signup.ts';

export const signup = module({ calls: [signUpCalls, firstStepCalls] });
