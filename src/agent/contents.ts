/** Reads the files of a rendering as they come from the service, in pieces: they are long, and nobody keeps them. */
import { createFilesDigest } from "../renderers/digest.ts";
import { type Render, ServiceProblem } from "./engine.ts";

/** Parts of a text, in order. They may be cut anywhere between two characters. */
export type Pieces = AsyncIterable<string>;

/**
 * Reads every file once, one after the other.
 * @param read is given all pieces of one file, and takes them to the end
 * @throws ServiceProblem where the files are not those that the rendering announced
 */
export async function readFiles<T>(
  { files, digest }: Render,
  read: (name: string, pieces: Pieces) => Promise<T>,
): Promise<readonly T[]> {
  const found = createFilesDigest();
  async function* counted(pieces: Pieces): Pieces {
    for await (const piece of pieces) {
      found.add(piece);
      yield piece;
    }
  }
  const results: T[] = [];
  for (const { name, read: open } of files) {
    found.begin(name);
    results.push(await read(name, counted(open())));
  }
  if (found.end() !== digest)
    throw new ServiceProblem("its files are not those that it announced; they are asked for again");
  return results;
}

/** Remembers what was found in the rendering that was asked about last, so that its files are read once. */
export function oncePerRendering<T>(find: (render: Render) => Promise<T>): (render: Render) => Promise<T> {
  let known: { readonly digest: string; readonly found: T } | undefined;
  return async (render) => {
    if (known?.digest !== render.digest) known = { digest: render.digest, found: await find(render) };
    return known.found;
  };
}

export async function wholeText(pieces: Pieces): Promise<string> {
  let text = "";
  for await (const piece of pieces) text += piece;
  return text;
}

/**
 * The same text in pieces that end with a line's end, but for the last one.
 * @param mostIndent where it is given, a piece ends only before a line that is indented by at most so many spaces, so
 *   that what belongs together stays together
 */
export async function* wholeLines(pieces: Pieces, mostIndent?: number): Pieces {
  const beginning = mostIndent === undefined ? undefined : new RegExp(` {0,${mostIndent}}[^ \\n]`, "y");
  let rest = "";
  for await (const piece of pieces) {
    const text = rest + piece;
    const end = endOfLines(text, beginning);
    rest = text.slice(end);
    if (end > 0) yield text.slice(0, end);
  }
  if (rest !== "") yield rest;
}

/** Behind the last line's end that a line follows which begins so, or any line; 0 where there is none. */
function endOfLines(text: string, beginning: RegExp | undefined): number {
  for (
    let end = text.lastIndexOf("\n") + 1;
    end > 0;
    end = end < 2 ? 0 : text.lastIndexOf("\n", end - 2) + 1
  ) {
    if (beginning === undefined) return end;
    beginning.lastIndex = end;
    if (beginning.test(text)) return end;
  }
  return 0;
}

/** Texts of their own: one that was cut out of a long text would keep all of that in memory. */
export function ownTexts(texts: Iterable<string>): string[] {
  return JSON.parse(JSON.stringify([...texts])) as string[];
}
