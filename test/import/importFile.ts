import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import { runCommand, type CommandResult } from '../support/commandLine.ts';

const folder = mkdtempSync(join(tmpdir(), 'mnemograph-import-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a file to import, from text or from values that become lines of JSON. */
export function importFileOf(name: string, content: string | readonly unknown[]): string {
  const path = join(folder, name);
  const text = typeof content === 'string' ? content : content.map((line) => `${JSON.stringify(line)}\n`).join('');
  writeFileSync(path, text);
  return path;
}

/** The first line of our own format. */
export const HEADER = { kind: 'header', format: 'mnemograph-export', version: 1 };

/** The last line of our own format. */
export const END = { kind: 'end', counts: {} };

/** A line of a memory with what must be there, and more. */
export function memoryLineOf(id: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  const at = '2024-03-01T10:00:00.000Z';
  return { kind: 'memory', id, title: `title ${id}`, content: 'text', created_at: at, updated_at: at, ...more };
}

/** Imports a file. */
export async function importOf(
  from: string,
  file: string,
  on: Record<string, string>,
  words: readonly string[] = [],
): Promise<CommandResult> {
  return await runCommand('importMain', ['--from', from, ...words, file], on);
}
