/**
 * Which row an error is about. Terraform shows the address of a resource only where its block is in the
 * configuration, and so not while it destroys one that was taken out.
 */
import type { Json } from "../src/kernel/field.ts";
import type { Resource } from "../src/kernel/resource.ts";
import { argumentName } from "../src/kernel/terraform.ts";
import type { JsonObject } from "../src/kernel/validate.ts";
import { ownName } from "../src/kernel/words.ts";
import { words } from "./refusals.ts";
import { allFields } from "./row-values.ts";
import { DiagnosticsError } from "./wire/diagnostics.ts";
import type { ApplyResult, Diagnostics, ResourceServer } from "./wire/provider.ts";
import type { ObjectValue } from "./wire/values.ts";

/** The same server, but each error about one row ends with the row's name and id. */
export function namingRows(resource: Resource, server: ResourceServer): ResourceServer {
  async function applied(
    row: ObjectValue,
    work: () => ReturnType<ResourceServer["create"]>,
  ): Promise<ApplyResult> {
    const result = await naming(resource, row, work);
    return { ...result, diagnostics: named(resource, row, result.diagnostics ?? []) };
  }

  return {
    ...server,
    create: (request) => applied(request.planned, () => server.create(request)),
    update: (request) => applied(request.prior, () => server.update(request)),
    destroy: async (request) => {
      const diagnostics = await naming(resource, request.prior, () => server.destroy(request));
      return named(resource, request.prior, diagnostics);
    },
    read: (request) => naming(resource, request.state, () => server.read(request)),
  };
}

/** The work's answer; what it throws is named. */
async function naming<T>(resource: Resource, row: ObjectValue, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DiagnosticsError)) throw error;
    throw new DiagnosticsError(named(resource, row, error.diagnostics));
  }
}

function named(resource: Resource, row: ObjectValue, diagnostics: Diagnostics): Diagnostics {
  const line = `The row: ${rowName(resource, row)}.`;
  return diagnostics.map((diagnostic) =>
    diagnostic.severity === "error"
      ? { ...diagnostic, detail: diagnostic.detail ? `${diagnostic.detail}\n\n${line}` : line }
      : diagnostic,
  );
}

/** `deploy policy "checkout" (id depol_1)`; a setting has neither name nor id. */
export function rowName(resource: Resource, values: ObjectValue): string {
  if (resource.shape === "setting") return words(resource);
  const row: JsonObject = Object.fromEntries(
    allFields(resource).map(([name]): [string, Json] => [name, plain(values[argumentName(name)])]),
  );
  const name = ownName(resource, row);
  const { id } = row;
  return [
    words(resource),
    ...(name === undefined ? [] : [`"${name}"`]),
    ...(typeof id === "string" ? [`(id ${id})`] : []),
  ].join(" ");
}

/** What is no text or number, or not known yet, names nothing. */
function plain(value: ObjectValue[string] | undefined): Json {
  return typeof value === "string" || typeof value === "number" ? value : null;
}
