/**
 * Every bound of a contact with a repository: what docs/git.md says of them, and what a failure names, is taken from here.
 */

const mib = 1_048_576;

export const bounds = {
  /** What is fetched at once, and every file that is written meanwhile. */
  packMb: 200,
  /** Of one process, and its time on a processor. */
  memoryMb: 1_024,
  processorSeconds: 120,
  /** A question, a fetch or a push, and what is read of what was fetched. */
  askSeconds: 20,
  fetchSeconds: 60,
  readSeconds: 30,
  /** All programs of a contact together: what each may take, a server could make them take one after the other. */
  contactSeconds: 240,
  /** Over https fewer than so many bytes a second, for so long, is silence. */
  silentSeconds: 15,
  silentBytes: 1_000,
  /** What one run of the program prints: references, or the names of a folder. */
  listMib: 16,
  /** Files below the folder, whatever they are called. */
  listed: 100_000,
  /** Of those that are read. */
  files: 10_000,
  fileMib: 4,
  allMib: 20,
  /** Repositories that a node reads or writes at once, each of another organization, and how long one waits for that. */
  contacts: 4,
  waitSeconds: 60,
} as const;

export const listBytes = bounds.listMib * mib;
export const fileBytes = bounds.fileMib * mib;
export const allBytes = bounds.allMib * mib;
export const askMs = bounds.askSeconds * 1_000;
export const fetchMs = bounds.fetchSeconds * 1_000;
export const readMs = bounds.readSeconds * 1_000;
