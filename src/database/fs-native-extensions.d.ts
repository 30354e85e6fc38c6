/** What is used of the package, which has no types of its own. */
declare module "fs-native-extensions" {
  /**
   * Locks a range of an open file for this open file alone, and never waits.
   * @returns false where somebody else has locked it
   * @throws ENOLCK, ENOTSUP and the like where the file system has no locks
   */
  export function tryLock(fd: number, offset: number, length: number): boolean;
}
