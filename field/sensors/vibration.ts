export const canVibrate = (): boolean => typeof navigator.vibrate === 'function';

export const vibrate = (pattern: number | number[]): boolean => navigator.vibrate?.(pattern) ?? false;
