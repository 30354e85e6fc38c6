/** Paths on the command line: an empty one, as of a shell's variable that is not set, is wrong use. */
import { InvalidArgumentError } from "commander";

export function pathOf(text: string): string {
  if (text === "") throw new InvalidArgumentError("It is empty; name a file or directory.");
  return text;
}

/** Of an option or argument that takes several. */
export function pathsOf(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, pathOf(text)];
}
