// Browsers choose the address of their push service: the server must not be made to call its own network (SSRF).
import { lookup as resolve } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { type Environment, isLocal } from '#server/environment.ts';

const closed = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  closed.addSubnet(network, bits, 'ipv4');
// Forms of IPv6 that contain an address of IPv4, and examples.
for (const [network, bits] of [
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  closed.addSubnet(network, bits, 'ipv6');
const open = new BlockList();
open.addSubnet('2000::', 3, 'ipv6');

/** Of the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !closed.check(address, 'ipv4');
  return family === 6 && open.check(address, 'ipv6') && !closed.check(address, 'ipv6');
}

/** On a machine without a public address, a test plays the push service. */
export const allowsAnyAddress = ({ publicUrl }: Pick<Environment, 'publicUrl'>): boolean => isLocal(publicUrl);

/** Names of the own network are found out when they are resolved (`publicLookup`). */
export function isAcceptable(address: string, anywhere: boolean): boolean {
  const url = URL.parse(address);
  if (url?.username !== '' || url.password !== '' || url.hash !== '') return false;
  if (anywhere) return url.protocol === 'https:' || url.protocol === 'http:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isName = isIP(host) === 0 && /\.[a-z][a-z\d-]*$/i.test(host) && !/\.(localhost|local|internal)$/i.test(host);
  return url.protocol === 'https:' && url.port === '' && (isName || isPublicAddress(host));
}

export class ClosedAddress extends Error {}

/** At each connection, so that a name cannot change its address after the check. */
export const publicLookup: LookupFunction = (hostname, options, done) => {
  resolve(hostname, { ...options, all: true }, (error, found) => {
    const [first] = found ?? [];
    if (error) return done(error, '', 0);
    if (!first || found.some(({ address }) => !isPublicAddress(address)))
      return done(new ClosedAddress('the push service is not on the public internet'), '', 0);
    if (options.all) done(null, found);
    else done(null, first.address, first.family);
  });
};
