/** Renderings whose files come from memory, for tests, and what becomes of them. */
import { expect } from "vitest";
import { EngineProblem, type Render } from "../../src/agent/engine.ts";
import { digestOfFiles } from "../../src/renderers/digest.ts";

/** @param files the contents by their names: each whole, or in pieces */
export function renderOf(
  files: Readonly<Record<string, string | readonly string[]>>,
  connector: Partial<Render["connector"]> = {},
): Render {
  const entries = Object.entries(files).map(([name, content]) => ({ name, pieces: [content].flat() }));
  return {
    connector: { id: "conn_1", name: "Engine", connector_type: "prometheus", enabled: true, ...connector },
    digest: digestOfFiles(entries.map(({ name, pieces }) => ({ name, content: pieces.join("") }))),
    files: entries.map(({ name, pieces }) => ({
      name,
      async *read() {
        yield* pieces;
      },
    })),
    evaluated: [],
    data_sources: [],
  };
}

/** What an engine says against a rendering. */
export async function problemOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(EngineProblem);
  return (error as Error).message;
}
