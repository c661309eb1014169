import { expect, test } from 'vitest';
import { isUnencryptedOnNetwork, tlsOptions, tlsProblem } from './tls.ts';

const FAR = 'postgresql://app:p@db.example/library';

test.each([
  ['postgresql://app:p@localhost/library', undefined, false],
  ['postgresql://app:p@127.0.0.1:5432/library', undefined, false],
  ['postgresql://app:p@[::1]/library', undefined, false],
  ['postgresql:///library?host=/var/run/postgresql', undefined, false],
  ['postgresql://%2Fvar%2Frun%2Fpostgresql/library', undefined, false],
  [FAR, undefined, true],
  ['postgresql://app:p@10.0.0.7/library', undefined, true],
  ['postgresql://app:p@localhost/library?host=db.example', undefined, true],
  ['postgresql://app:p@localhost.example/library', undefined, true],
  [FAR, 'off', false],
  [FAR, 'unverified', { rejectUnauthorized: false }],
  ['postgresql://app:p@localhost/library', 'verify', true],
  // What the URL says counts, where it says anything.
  [`${FAR}?sslmode=`, undefined, true],
  [`${FAR}?sslnegotiation=postgres`, undefined, true],
  [`${FAR}?sslmode=no-verify`, undefined, undefined],
  [`${FAR}?sslrootcert=/etc/ca.pem`, 'unverified', undefined],
] as const)('%s with DATABASE_TLS %s', (url, mode, options) => {
  expect(tlsOptions(url, mode)).toEqual(options);
});

test('a URL that switches TLS off is found out where the database is on another machine', () => {
  expect(isUnencryptedOnNetwork(`${FAR}?sslmode=disable`)).toBe(true);
  expect(isUnencryptedOnNetwork(`${FAR}?ssl=false`)).toBe(true);
  expect(isUnencryptedOnNetwork(`${FAR}?ssl=`)).toBe(true);
  expect(isUnencryptedOnNetwork(`${FAR}?sslmode=verify-full`)).toBe(false);
  expect(isUnencryptedOnNetwork(FAR)).toBe(false);
  expect(isUnencryptedOnNetwork('postgresql://localhost/library?sslmode=disable')).toBe(false);
});

test('an error that a retry cannot fix is reported in a sentence with the remedy', () => {
  const untrusted = Object.assign(new Error('self-signed certificate'), {
    code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  });
  expect(tlsProblem(untrusted)).toContain('DATABASE_TLS=unverified');
  expect(tlsProblem(new Error('The server does not support SSL connections'))).toContain('DATABASE_TLS=off');
  expect(tlsProblem(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))).toBeUndefined();
});
