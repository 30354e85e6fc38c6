/** Says in the head of an answer that its call, or a field that was sent, has been replaced. */
import type { FastifyReply } from "fastify";
import type { Operation } from "../engine/operation.ts";
import type { Deprecation } from "../kernel/deprecation.ts";
import type { Fields } from "../kernel/field.ts";

interface OldWays {
  readonly call: Deprecation | undefined;
  readonly fields: readonly (readonly [name: string, deprecation: Deprecation])[];
}

const known = new WeakMap<Operation, OldWays>();

/** What of the operation has been replaced: itself, and of what it takes. */
export function oldWaysOf(operation: Operation): OldWays {
  const before = known.get(operation);
  if (before !== undefined) return before;
  const { input } = operation;
  const taken: Fields = input === undefined ? {} : "fields" in input ? input.fields : input.definition.fields;
  const fields = Object.entries(taken).flatMap(([name, { deprecated }]) =>
    deprecated === undefined ? [] : [[name, deprecated] as const],
  );
  const ways = { call: operation.deprecated, fields };
  known.set(operation, ways);
  return ways;
}

/** Where what is deprecated is listed, with all that changed. */
export const changelogPath = "/docs/api-changelog.md";

/**
 * Deprecation (RFC 9745 §2), Sunset (RFC 8594 §3) and where to read on. Of several, the one that goes first is named.
 * @param sentOf what came with the call, by the names of its fields; asked only where something has been replaced
 */
export function showDeprecation(
  reply: FastifyReply,
  operation: Operation,
  sentOf: () => Readonly<Record<string, unknown>>,
): void {
  const { call, fields } = oldWaysOf(operation);
  if (call === undefined && fields.length === 0) return;
  const sent = sentOf();
  const used = [call ?? [], fields.flatMap(([name, one]) => (Object.hasOwn(sent, name) ? [one] : []))].flat();
  const [first] = used.sort((a, b) => Date.parse(a.sunset) - Date.parse(b.sunset));
  if (first === undefined) return;
  reply
    .header("deprecation", `@${Date.parse(first.since) / 1_000}`)
    .header("sunset", new Date(first.sunset).toUTCString())
    .header("link", `<${changelogPath}>; rel="deprecation"; type="text/markdown"`);
}
