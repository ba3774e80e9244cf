/**
 * What a program takes that starts Mnemograph itself instead of by its command: the start, the settings, the log, and hooks
 * that are functions of that program.
 */
export { parseConfig, type Config } from './config.ts';
export { defineHook, type FunctionAnswer, type FunctionHook } from './hook/function/functionHook.ts';
export type { HookEvent } from './hook/event.ts';
export type { DeltaOf, PayloadOf } from './hook/payload/codec.ts';
export { createLogger } from './server/log.ts';
export { startMnemograph, type Mnemograph, type Surroundings } from './start.ts';
