/** A page as Set-up and ⌘K list it. */
import type { Group } from "../../src/kernel/kind.ts";

export interface PageLink {
  readonly to: string;
  readonly title: string;
  readonly group: Group;
  /** What the page is for, in a sentence or two. */
  readonly about: string;
  /** The kind that it lists, or the setting that it is. */
  readonly kind?: string;
}
