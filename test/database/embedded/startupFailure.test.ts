import { describe, expect, test } from '@jest/globals';
import { PortTaken, startupFailure } from '../../../src/database/embedded/startupFailure.ts';

/** What Neo4j 2026.08.1 and the JVM really print, one case each. */
const CASES = [
  {
    name: 'store locked',
    text: `2026-11-21 13:39:42.278+0000 ERROR Failed to start Neo4j on 127.0.0.1:7474.
java.lang.RuntimeException: Error starting Neo4j database server at /home/data/databases
\tat org.neo4j.graphdb.facade.DatabaseManagementServiceFactory.startDatabaseServer(DatabaseManagementServiceFactory.java:309)
Caused by: org.neo4j.io.locker.FileLockException: Lock file has been locked by another process: /home/data/databases/store_lock. Please ensure no other process is using this database`,
    means: 'another process has the store open',
    line: 'org.neo4j.io.locker.FileLockException: Lock file has been locked by another process: /home/data/databases/store_lock',
  },
  {
    name: 'port taken',
    text: `2026-11-21 13:39:47.630+0000 ERROR Failed to start Neo4j on 127.0.0.1:7474.
Caused by: org.neo4j.configuration.helpers.PortBindException: An error occurred while trying to bind to the socket /127.0.0.1:7811
Caused by: io.netty.channel.unix.Errors$NativeIoException: bind(..) failed with error(-98): Address already in use`,
    means: 'its port is taken',
    line: 'bind(..) failed with error(-98): Address already in use',
  },
  {
    name: 'heap too small',
    text: 'Exception in thread "main" java.lang.OutOfMemoryError: Java heap space',
    means: 'there is not enough memory',
    line: 'java.lang.OutOfMemoryError: Java heap space',
  },
  {
    name: 'machine too small',
    text: `#
# There is insufficient memory for the Java Runtime Environment to continue.
# Native memory allocation (mmap) failed to map 966367641600 bytes. Error detail: committing reserved memory.`,
    means: 'there is not enough memory',
    line: 'insufficient memory for the Java Runtime Environment',
  },
  {
    name: 'transaction log damaged',
    text: String.raw`{"time":"2026-11-21 13:40:59.986+0000","level":"ERROR","category":"o.n.d.d.DatabaseLifecycles","message":"Failed to start DatabaseId{00000000[system]}","stacktrace":"java.lang.RuntimeException: java.lang.RuntimeException: org.neo4j.kernel.impl.transaction.log.entry.UnknownLogFormatException: Unable to read log version and last committed tx from '/home/data/transactions/system/checkpoint.0'. The version byte 19 (0x13)  is unrecognised\n\tat org.neo4j.kernel.database.AbstractDatabase.handleStartupFailure(AbstractDatabase.java:221)"}`,
    means: 'its store is damaged',
    line: 'damaged: org.neo4j.kernel.impl.transaction.log.entry.UnknownLogFormatException: Unable to read log version and last committed tx',
  },
  {
    name: 'store damaged',
    text: String.raw`{"time":"2026-11-21 13:42:38.527+0000","level":"ERROR","category":"o.n.d.d.DatabaseLifecycles","message":"Failed to start DatabaseId{00000000[system]}","stacktrace":"java.lang.RuntimeException: java.lang.IllegalStateException: Failed to read current store version.\n\tat org.neo4j.kernel.database.AbstractDatabase.handleStartupFailure(AbstractDatabase.java:221)"}`,
    means: 'its store is damaged',
    line: 'java.lang.IllegalStateException: Failed to read current store version.',
  },
  {
    name: 'store of a newer version',
    text: "Caused by: org.neo4j.kernel.impl.transaction.log.entry.UnsupportedLogVersionException: Log file contains entries with prefix 99, and the highest supported Kernel Version is V2026_08. This indicates that the log files originates from a newer version of neo4j, which we don't support downgrading from.",
    means: 'its store was written by another version of Neo4j',
    line: 'originates from a newer version of neo4j',
  },
  {
    name: 'disk full',
    text: String.raw`{"time":"2026-11-21 14:19:30.267+0000","level":"ERROR","category":"o.n.k.i.t.l.f.T.TransactionLogOutOfDiskHandler","message":"[system/00000000] Warning! System is running out of disk space. Failed to preallocate file since disk does not have enough space left. Please provision more space to avoid that. Allocation failure details: ErrorCode=28, errorMessage='No space left on device'","databaseId":"00000000-0000-0000-0000-000000000001","databaseName":"system"}`,
    means: 'the disk is full',
    line: 'full: [system/00000000] Warning! System is running out of disk space.',
  },
];

describe('the telling line of a failed start', () => {
  test.each(CASES)('$name', ({ text, means, line }) => {
    const failure = startupFailure(text, '/home/logs');
    expect(failure?.message).toContain(`because ${means}: `);
    expect(failure?.message).toContain(line);
    expect(failure?.advice).toContain('/home/logs');
    expect(failure instanceof PortTaken).toBe(means === 'its port is taken');
  });

  test('an ordinary start has none', () => {
    const text = `2026-11-21 13:52:39.278+0000 INFO  Starting...
2026-11-21 13:06:27.112+0000 WARN  Fleet discovery broadcasts are unavailable
2026-11-21 13:52:42.239+0000 INFO  Bolt enabled on localhost:32993.`;
    expect(startupFailure(text, '/home/logs')).toBeNull();
  });
});
