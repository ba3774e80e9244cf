import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptyDatabase } from '../support/emptyDatabase.ts';
import { onDatabase } from '../support/commandLine.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** A server with three layers of hooks, in a folder that a test writes to. */
export class LayeredServer {
  readonly folder = mkdtempSync(join(tmpdir(), 'layered-'));
  #server: TestServer | undefined;
  #stopDatabase: (() => Promise<void>) | undefined;

  constructor() {
    mkdirSync(join(this.folder, 'managed'));
    this.script(
      'answer',
      'cat > /dev/null; printf "%s\\n" "$1"; printf "password=hunter2 %s\\n" "$MNEMOGRAPH_HOOK_EVENT" >&2',
    );
    this.script('slow', 'cat > /dev/null; echo x >> "$1"; sleep 0.3; echo y >> "$1"');
    this.script('crash', 'cat > /dev/null; echo broken >&2; exit 3');
  }

  /** The settings that name the layers. */
  get settings(): Record<string, string> {
    return {
      MNEMOGRAPH_HOOKS: join(this.folder, 'project.toml'),
      MNEMOGRAPH_HOOKS_MANAGED: join(this.folder, 'managed'),
      MNEMOGRAPH_HOOKS_USER: join(this.folder, 'user.toml'),
    };
  }

  /** The server, once it was started. */
  get server(): TestServer {
    if (!this.#server) throw new Error('the server was not started');
    return this.#server;
  }

  /**
   * Starts it on what the layers are now.
   * @param alone true for a database of its own: one server on a database tells the post-hooks, and only its own
   */
  async start({ alone = false } = {}): Promise<void> {
    const own = alone ? await emptyDatabase() : null;
    if (own) this.#stopDatabase = own.stop;
    this.#server = await startTestServer({
      environment: { ...(own ? onDatabase(own.address) : {}), ...this.settings, LOG_LEVEL: 'info' },
    });
  }

  /** Writes a file of the folder. */
  write(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text);
  }

  /** Writes a bash script. */
  script(name: string, body: string): void {
    writeFileSync(join(this.folder, name), `#!/bin/bash\n${body}\n`);
    chmodSync(join(this.folder, name), 0o755);
  }

  /** The text of one `[[hooks]]` of this folder; `run` is a script and its arguments. */
  hook(id: string, event: string, run: readonly string[], more: Record<string, unknown> = {}): string {
    const [script = '', ...args] = run;
    const fields = { id, event, command: [join(this.folder, script), ...args], schemaVersions: ['1.0'], ...more };
    return `[[hooks]]\n${Object.entries(fields)
      .map(([name, value]) => `${name} = ${JSON.stringify(value)}`)
      .join('\n')}\n`;
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
    await this.#stopDatabase?.();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
