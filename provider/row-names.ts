/**
 * Which row an error is about. Terraform shows the address of a resource only where its block is in the
 * configuration, and so not while it destroys one that was taken out.
 */
import type { Json } from "../src/kernel/field.ts";
import type { Kind } from "../src/kernel/kind.ts";
import { argumentName } from "../src/kernel/terraform.ts";
import type { JsonObject } from "../src/kernel/validate.ts";
import { ownName } from "../src/kernel/words.ts";
import { words } from "./refusals.ts";
import { allFields } from "./row-values.ts";
import { DiagnosticsError } from "./wire/diagnostics.ts";
import type { ApplyResult, Diagnostics, ResourceServer } from "./wire/provider.ts";
import type { ObjectValue } from "./wire/values.ts";

/** The same server, but each error about one row ends with the row's name and id. */
export function namingRows(definition: Kind, server: ResourceServer): ResourceServer {
  async function applied(
    row: ObjectValue,
    work: () => ReturnType<ResourceServer["create"]>,
  ): Promise<ApplyResult> {
    const result = await naming(definition, row, work);
    return { ...result, diagnostics: named(definition, row, result.diagnostics ?? []) };
  }

  return {
    ...server,
    create: (request) => applied(request.planned, () => server.create(request)),
    update: (request) => applied(request.prior, () => server.update(request)),
    destroy: async (request) => {
      const diagnostics = await naming(definition, request.prior, () => server.destroy(request));
      return named(definition, request.prior, diagnostics);
    },
    read: (request) => naming(definition, request.state, () => server.read(request)),
  };
}

/** The work's answer; what it throws is named. */
async function naming<T>(definition: Kind, row: ObjectValue, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DiagnosticsError)) throw error;
    throw new DiagnosticsError(named(definition, row, error.diagnostics));
  }
}

function named(definition: Kind, row: ObjectValue, diagnostics: Diagnostics): Diagnostics {
  const line = `The row: ${rowName(definition, row)}.`;
  return diagnostics.map((diagnostic) =>
    diagnostic.severity === "error"
      ? { ...diagnostic, detail: diagnostic.detail ? `${diagnostic.detail}\n\n${line}` : line }
      : diagnostic,
  );
}

/** `deploy policy "checkout" (id depol_1)`; a setting has neither name nor id. */
export function rowName(definition: Kind, values: ObjectValue): string {
  if (definition.shape === "setting") return words(definition);
  const row: JsonObject = Object.fromEntries(
    allFields(definition).map(([name]): [string, Json] => [name, plain(values[argumentName(name)])]),
  );
  const name = ownName(definition, row);
  const { id } = row;
  return [
    words(definition),
    ...(name === undefined ? [] : [`"${name}"`]),
    ...(typeof id === "string" ? [`(id ${id})`] : []),
  ].join(" ");
}

/** What is no text or number, or not known yet, names nothing. */
function plain(value: ObjectValue[string] | undefined): Json {
  return typeof value === "string" || typeof value === "number" ? value : null;
}
