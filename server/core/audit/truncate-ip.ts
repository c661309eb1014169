import { isIPv4, isIPv6 } from 'node:net';

/**
 * The network an address belongs to, which says from where somebody acted without naming their machine: the first three
 * bytes of IPv4, the first three groups of IPv6.
 */
export function truncateIp(address: string): string | null {
  const plain = address.replace(/^::ffff:/i, '');
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  if (!isIPv6(plain)) return null;
  const [head = '', tail = ''] = plain.replace(/%.*$/, '').split('::');
  const before = head.split(':').filter(Boolean);
  const after = plain.includes('::') ? tail.split(':').filter(Boolean) : [];
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return `${[...before, ...zeros, ...after].slice(0, 3).join(':')}::/48`;
}
