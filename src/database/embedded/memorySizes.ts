import { totalmem } from 'node:os';

/** Megabytes for Neo4j. */
export interface MemorySizes {
  readonly heap: number;
  readonly pageCache: number;
}

/** Memory of the machine, or of the container when that is less, in bytes. */
export function availableMemory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/** 1 GiB of heap and 512 MiB of page cache do for 100,000 memories; half of that when the machine has less than 4 GB. */
export function memorySizes(machineBytes: number): MemorySizes {
  return machineBytes < 4e9 ? { heap: 512, pageCache: 256 } : { heap: 1024, pageCache: 512 };
}
