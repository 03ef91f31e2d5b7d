import { BlockList, isIP } from 'node:net';
import type { Reach } from '../../ports/post.js';

type Network = readonly [address: string, prefix: number];

const LOOPBACK: readonly Network[] = [
  ['127.0.0.0', 8],
  ['::1', 128],
];
/** RFC 1918, RFC 6598 (carriers), RFC 4193. */
const PRIVATE: readonly Network[] = [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['fc00::', 7],
];
/**
 * The rest of what IANA's registries of special-purpose addresses say is not globally reachable (RFC 6890): link-local
 * ones, where clouds tell their machines' credentials, among them. IPv6 networks that carry an IPv4 address are here, too:
 * a translator would turn them into any of the above.
 */
const NOWHERE: readonly Network[] = [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['::', 128],
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];

/** Whether an IP address may be connected to. An IPv4 address in IPv6's form is judged as what it is. */
export function createReach(reach: Reach): (address: string) => boolean {
  const loopback = listOf(LOOPBACK);
  const inside = listOf(PRIVATE);
  const nowhere = listOf(NOWHERE);
  return (given) => {
    const address = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(given)?.[1] ?? given;
    const family = isIP(address) === 6 ? 'ipv6' : isIP(address) === 4 ? 'ipv4' : null;
    if (family === null) return false;
    if (loopback.check(address, family)) return reach !== 'public';
    if (inside.check(address, family)) return reach === 'private';
    return !nowhere.check(address, family) && !/^::ffff:/i.test(address);
  };
}

function listOf(networks: readonly Network[]): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of networks)
    list.addSubnet(address, prefix, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  return list;
}
