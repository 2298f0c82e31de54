// To the provider's pages and back: what each refusal asks for (Z-022..Z-024, Z-039).
import { Problem } from '#core/kernel/problem.ts';
import { bankDetails, cardDetails, createPaymentCustomer, type MethodType } from '#core/payments/method-calls.ts';
import { paymentMessages, subscriptionTexts } from '#core/payments/texts.ts';
import { call } from '#ui/client/call.ts';
import { notifyProblem, notifyWarning } from '#ui/notify.ts';

export type Action = 'methods' | 'invoice' | 'subscription';

/** The only door out: another site is never opened by a script of ours. */
export const leave = {
  to: (url: string): void => {
    window.location.assign(url);
  },
};

const isRefusal = (error: unknown, message: string): boolean => error instanceof Problem && error.message === message;

async function addressOf(type: MethodType, action: Action): Promise<string> {
  const asked = { params: { action } };
  if (type === 'sepa') return (await call(bankDetails, asked)).redirectUrl;
  try {
    return (await call(cardDetails, asked)).redirectUrl;
  } catch (error) {
    if (!isRefusal(error, paymentMessages.noCustomer)) throw error;
    // Z-022: the customer is created, and the action is made again.
    notifyWarning(paymentMessages.noCustomer);
    await call(createPaymentCustomer).catch((refused: unknown) => {
      throw isRefusal(refused, paymentMessages.addressRequired) ? refused : new Error(paymentMessages.customerFailed);
    });
    return (await call(cardDetails, asked)).redirectUrl;
  }
}

/** Z-024: the agency's address is missing; it is led where it writes it. */
export function leadToAddress(error: unknown, toAddress: () => void): boolean {
  if (!isRefusal(error, paymentMessages.addressRequired)) return false;
  notifyWarning(paymentMessages.addressMissing);
  toAddress();
  return true;
}

/** `toAddress`: leads to the agency's address where it is missing. */
export async function goAndAdd(type: MethodType, action: Action, toAddress: () => void): Promise<void> {
  try {
    leave.to(await addressOf(type, action));
  } catch (error) {
    if (leadToAddress(error, toAddress)) return;
    if (error instanceof Problem || (error instanceof Error && error.message === paymentMessages.customerFailed))
      notifyProblem(error);
    else notifyProblem(new Error(subscriptionTexts.REDIRECT));
  }
}
