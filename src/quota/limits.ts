import type { Config } from '../config.ts';
import type { QuotaLimits } from '../database/quotaCharge.ts';

/** The limits of the settings; null where none is set. */
export function quotasOf(config: Config): QuotaLimits | null {
  const limits = {
    memories: config.QUOTA_MEMORIES_PER_DAY ?? null,
    bytes: config.QUOTA_BYTES ?? null,
    links: config.QUOTA_LINKS_PER_DAY ?? null,
  };
  return Object.values(limits).every((limit) => limit === null) ? null : limits;
}
