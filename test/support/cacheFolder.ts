import { homedir } from 'node:os';
import { cacheFolder } from '../../src/runtime/cacheFolder.ts';

/** The cache that the tests share with everything else on this machine: nothing is downloaded twice. */
export const sharedCache = cacheFolder({
  configured: process.env['MNEMOGRAPH_CACHE'],
  environment: process.env,
  platform: process.platform,
  userHome: homedir(),
});
