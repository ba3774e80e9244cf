/** The two calls that fileLock.ts uses; the package has no types of its own. */
declare module 'fs-native-extensions' {
  /** Takes an exclusive lock of the operating system on the open file; false when somebody else has it. */
  export function tryLock(fd: number): boolean;
}
