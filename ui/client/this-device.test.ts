import { beforeEach, expect, test } from 'vitest';
import { describeBrowser, thisDevice } from './this-device.ts';

beforeEach(() => localStorage.clear());

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.2903.70',
    'Edge',
    '131.0.2903.70',
    'Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox', '133.0', 'Linux'],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.6778.81 Mobile Safari/537.36',
    'Chrome',
    '131.0.6778.81',
    'Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari',
    '18.1',
    'iPhone',
  ],
  ['curl/8.0', null, null, null],
])('%s', (agent, browserName, browserVersion, deviceInfos) => {
  expect(describeBrowser(agent)).toEqual({ browserName, browserVersion, deviceInfos });
});

test('the token of a device is created once', () => {
  expect(thisDevice().token).toBe(thisDevice().token);
});
