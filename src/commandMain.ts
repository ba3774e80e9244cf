#!/usr/bin/env node
import './production.ts';
import { text } from 'node:stream/consumers';
import { hooksArguments, USAGE, type HooksWish } from './command/hooksArguments.ts';
import { tokenArguments, TOKEN_USAGE } from './command/tokenArguments.ts';
import { createToken, listTokens, revokeToken } from './command/tokens.ts';
import { listHooks, validateHooks, type CommandOutcome } from './command/hooksFromFiles.ts';
import { logHooks, reloadHooks, testHook } from './command/hooksFromServer.ts';
import { ServerClient } from './command/serverClient.ts';
import { parseConfig } from './config.ts';
import { migrate } from './database/migrate.ts';
import { openDatabase } from './database/openDatabase.ts';
import { HOOK_MODES } from './hook/definition.ts';
import { layerSources } from './hook/layer/layerSources.ts';
import { readLayers } from './hook/layer/layers.ts';
import { UsageError } from './runtime/usageError.ts';
import { createLogger } from './server/log.ts';
import { describeFailure, progressPrinter } from './terminal.ts';

/** The composition root of `mnemograph`, the command line beside the server. */
async function main([noun = '', ...words]: readonly string[]): Promise<CommandOutcome> {
  if (['help', '--help', '-h'].includes(noun)) return { text: `${USAGE}\n\n${TOKEN_USAGE}`, code: 0 };
  if (noun === 'token') return await token(words);
  if (noun !== 'hooks') throw new UsageError(`${USAGE}\n\n${TOKEN_USAGE}`);
  const wish = hooksArguments(words);
  const client = () => new ServerClient('url' in wish ? wish.url : '', process.env['MNEMOGRAPH_TOKEN']);
  switch (wish.command) {
    case 'list':
      return listHooks(await layers(), wish.json);
    case 'validate':
      return validateHooks(await layers(), wish.json);
    case 'log':
      return await logHooks(client(), wish);
    case 'test':
      return await testHook(client(), wish, await payloadOf(wish));
    case 'reload':
      return await reloadHooks(client(), wish);
  }
}

async function token(words: readonly string[]): Promise<CommandOutcome> {
  const wish = tokenArguments(words);
  const config = parseConfig({ LOG_LEVEL: 'warn', ...process.env });
  const log = createLogger(config);
  const report = progressPrinter(process.stderr);
  const { database, close } = await openDatabase({ config, environment: process.env, log, report });
  try {
    await migrate(database, log);
    switch (wish.command) {
      case 'create':
        return await createToken(database, wish, new Date());
      case 'list':
        return await listTokens(database, wish, new Date());
      case 'revoke':
        return await revokeToken(database, wish, new Date());
    }
  } finally {
    await close();
  }
}

async function layers() {
  return await readLayers(layerSources(parseConfig(process.env)), undefined, {
    modes: new Set(HOOK_MODES),
    searchPath: process.env['PATH'] ?? '',
  });
}

async function payloadOf({ payload }: Extract<HooksWish, { command: 'test' }>): Promise<string> {
  const given = payload ?? (await text(process.stdin));
  try {
    JSON.parse(given);
  } catch (error) {
    throw new UsageError(`the payload is no JSON: ${(error as Error).message}`);
  }
  return given;
}

try {
  const outcome = await main(process.argv.slice(2));
  process.stdout.write(`${outcome.text}\n`);
  if (outcome.note !== undefined) process.stderr.write(`${outcome.note}\n`);
  process.exitCode = outcome.code;
} catch (error) {
  process.stderr.write(describeFailure(error, 'mnemograph'));
  process.exitCode = 1;
}
