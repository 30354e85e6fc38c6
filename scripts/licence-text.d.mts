export interface Bundled {
  readonly name: string;
  readonly version: string;
  /** As SPDX names the licence. */
  readonly identifier?: string | undefined;
  readonly text?: string | undefined;
}
export function licenceText(entries: readonly Omit<Bundled, "version">[]): string;
export function describePackage(folder: string): Bundled;
