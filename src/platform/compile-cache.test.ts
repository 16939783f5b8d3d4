import { expect, test } from 'vitest';
import { useCompileCache } from './compile-cache.ts';

test('the compile cache is used where Node has one, and never fails', () => {
  const folders: string[] = [];
  useCompileCache('/cache', { enableCompileCache: (folder) => folders.push(folder) });
  expect(folders).toEqual(['/cache']);
  useCompileCache('/cache', {});
  useCompileCache('/cache', {
    enableCompileCache: () => {
      throw new Error('read-only file system');
    },
  });
  expect(folders).toEqual(['/cache']);
});
