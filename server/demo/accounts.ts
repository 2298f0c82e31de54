// The demo accounts that the sign-in page offers.
import { demoAccounts, demoPassword } from '#demo/accounts.ts';

export const offeredAccounts = demoAccounts.map(([email, role]) => ({ email, role, password: demoPassword }));
