import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { toLocalDateTime } from '../database/values.ts';
import { StartupError } from '../runtime/startupError.ts';
import { DAEMON, type SigningKey } from './signingKey.ts';

/**
 * Makes the server's public key known, so that what it signs can be checked when the setting is gone. Keys before it stay
 * in use: another server may have them.
 * @throws StartupError when somebody revoked the key
 */
export async function registerSigningKey(
  database: Database,
  { id, publicKey }: Pick<SigningKey, 'id' | 'publicKey'>,
  { log, now }: { readonly log: Logger; readonly now: Date },
): Promise<void> {
  const [known] = await database.write((run) =>
    run<{ revokedAt: string | null }>('signature/register-key', {
      ...{ agentId: DAEMON, id, publicKey },
      now: toLocalDateTime(now),
    }),
  );
  if (known?.revokedAt == null) {
    log.info({ key: id }, 'links are signed');
    return;
  }
  throw new StartupError(
    `SIGNING_KEY was revoked at ${known.revokedAt} (key ${id}).`,
    'Give another key, or none: then links are not signed.',
  );
}
