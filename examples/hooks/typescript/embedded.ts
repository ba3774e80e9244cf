#!/usr/bin/env -S node --import tsx
// A program that starts Mnemograph itself, with a hook that is a function of it: no process, no JSON, typed by its event.
import { createLogger, defineHook, parseConfig, startMnemograph } from 'mnemograph';

const shortTitles = defineHook({
  id: 'short-titles',
  event: 'pre_store',
  priority: 10,
  timeoutMs: 100,
  run({ title = '' }) {
    if (title.length <= 60) return;
    return { action: 'modify', delta: { title: `${title.slice(0, 59)}…` } };
  },
});

const config = parseConfig(process.env);
const server = await startMnemograph({
  config,
  environment: process.env,
  log: createLogger(config),
  report: () => {},
  hooks: [shortTitles],
});
console.log(server.url);
process.once('SIGINT', () => void server.stop());
