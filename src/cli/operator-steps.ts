/** What the operator's commands have in common: one call each, and what is printed of its answer. */
import type { Method, Shape } from "../client/client.ts";
import { type Client, operatorClient } from "./client.ts";
import { print } from "./print.ts";

export const operator = "/api/v1/operator/organizations";

export interface Common {
  readonly url: string;
  readonly json?: boolean;
}

/** One call, and what is printed of its answer. */
export interface Step {
  readonly method: Method;
  readonly path: string;
  readonly expects: Shape;
  /** Members that are undefined are not sent. */
  readonly body?: object;
  /** Of a table; an answer that is one object is printed whole. */
  readonly columns?: readonly string[];
}

export async function asOperator(options: Common, env: NodeJS.ProcessEnv, step: Step): Promise<void> {
  await take(operatorClient(options.url, env), options, step);
}

/** Makes the call, and prints its answer. */
export async function take(client: Client, { json }: Common, step: Step): Promise<void> {
  const { method, path, expects, body, columns = [] } = step;
  const answer = await client.call(method, path, expects, { body });
  print(json || !("key" in answer) ? answer : keyLast(answer), columns, json === true);
}

/** A key is shown once: it stands in the last line, and nothing before it looks like its beginning. */
function keyLast({ key, prefix: _, ...others }: Record<string, unknown>): Record<string, unknown> {
  return { ...others, key };
}

/** A path with further segments, which may be any text. */
export function pathOf(base: string, ...segments: readonly string[]): string {
  return [base, ...segments.map(encodeURIComponent)].join("/");
}
