/** Where the parts of a YAML text stand in it, as offsets and columns. */
import { isCollection, type Node } from "yaml";

/** Where the value itself begins and ends. */
export function rangeOf(node: Node): [number, number] {
  const [start, end] = node.range as [number, number, number];
  return [start, end];
}

/** Where the line begins that holds the offset. */
export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

/** Where the next line begins. */
export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end < 0 ? text.length : end + 1;
}

/** Characters of the line before the value. */
export function columnOf(text: string, node: Node): number {
  const [start] = rangeOf(node);
  return start - lineStart(text, start);
}

/** Whether one of them is written in one line, as JSON has it. */
export function inFlow(parents: readonly Node[]): boolean {
  return parents.some((node) => isCollection(node) && node.flow === true);
}

/** How a file ends its lines: as its first one. */
export function breakOf(text: string): string {
  const end = text.indexOf("\n");
  return end > 0 && text[end - 1] === "\r" ? "\r\n" : "\n";
}
