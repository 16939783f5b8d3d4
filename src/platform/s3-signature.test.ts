import { describe, expect, test } from 'vitest';
import { authorizationOf, encodePart, sha256, stampOf } from './s3-signature.ts';

// The examples that AWS publishes with the protocol.
const AT = new Date('2013-05-24T00:00:00Z');
const SCOPE = { region: 'us-east-1', service: 's3', at: AT };
const KEYS = { accessKey: 'AKIAIOSFODNN7EXAMPLE', secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' };
const EMPTY = sha256('');
const host = 'examplebucket.s3.amazonaws.com';
const common = { host, 'x-amz-content-sha256': EMPTY, 'x-amz-date': '20130524T000000Z' };

describe('the examples of S3', () => {
  test.each([
    [
      'a part of an object',
      { method: 'GET', path: '/test.txt', headers: { ...common, range: 'bytes=0-9' }, bodyHash: EMPTY },
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ],
    [
      'an object that is put',
      {
        method: 'PUT',
        path: `/${encodePart('test$file.text')}`,
        headers: {
          ...common,
          date: 'Fri, 24 May 2013 00:00:00 GMT',
          'x-amz-storage-class': 'REDUCED_REDUNDANCY',
          'x-amz-content-sha256': sha256('Welcome to Amazon S3.'),
        },
        bodyHash: sha256('Welcome to Amazon S3.'),
      },
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    ],
    [
      'a question without a value',
      { method: 'GET', path: '/', query: { lifecycle: '' }, headers: common, bodyHash: EMPTY },
      'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    ],
    [
      'a list',
      { method: 'GET', path: '/', query: { prefix: 'J', 'max-keys': '2' }, headers: common, bodyHash: EMPTY },
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    ],
  ])('%s', (_what, ask, signature) => {
    expect(authorizationOf(ask, KEYS, SCOPE)).toContain(`Signature=${signature}`);
  });
});

test('the plainest case of the general test suite', () => {
  const at = new Date('2015-08-30T12:36:00Z');
  const ask = { method: 'GET', path: '/', headers: { Host: 'example.amazonaws.com', 'X-Amz-Date': stampOf(at) }, bodyHash: EMPTY };
  const keys = { accessKey: 'AKIDEXAMPLE', secretKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
  expect(authorizationOf(ask, keys, { region: 'us-east-1', service: 'service', at })).toBe(
    'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
  );
});
