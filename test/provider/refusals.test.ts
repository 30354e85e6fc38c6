import { describe, expect, test } from "vitest";
import { refusalDiagnostics } from "../../provider/refusals.ts";
import { namingRows } from "../../provider/row-names.ts";
import { type Diagnostic, DiagnosticsError } from "../../provider/wire/diagnostics.ts";
import type { ResourceServer } from "../../provider/wire/provider.ts";
import { type ObjectValue, UNKNOWN } from "../../provider/wire/values.ts";
import type { Kind } from "../../src/kernel/kind.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { definitionsByKind } from "../../src/service.ts";

function kind(name: string): Kind {
  return definitionsByKind[name] as Kind;
}

const failure: Diagnostic = { severity: "error", summary: "No", detail: "Not now." };

/** What is said of a row of which every write fails, as an answer and as a throw. */
async function saidOf(definition: Kind, row: ObjectValue): Promise<(string | undefined)[]> {
  const server = (destroy: ResourceServer["destroy"]) =>
    namingRows(definition, { destroy } as ResourceServer).destroy({ prior: row, private: new Uint8Array() });
  const answered = await server(() => [failure, { severity: "warning", summary: "Mind", detail: "This." }]);
  const thrown = await Promise.resolve(
    server(() => {
      throw new DiagnosticsError([failure]);
    }),
  ).catch((error: DiagnosticsError) => error.diagnostics);
  return [...answered, ...thrown].map(({ detail }) => detail);
}

test("a key that is asked is no key for Terraform, whatever the row in current looks like", () => {
  const message = "This would be done, and then: it is the last. Nothing was done.";
  const body = { error: "conflict", reason: "confirm", message, current: { id: "route_1" } };
  const said = refusalDiagnostics(kind("alert_routes"), { status: 409, etag: undefined, body }, "update");
  expect(said).toEqual([
    {
      severity: "error",
      summary: "The API key is asked before the update of this alert route",
      detail: `${message} Terraform cannot answer that: apply with a key that was made without ask, once a person has looked at what would follow.`,
    },
  ]);
});

describe("an error about a row", () => {
  test("names it by its key and id, a setting by its kind, and leaves warnings alone", async () => {
    const policy = 'Not now.\n\nThe row: deploy policy "checkout" (id depol_1).';
    expect(await saidOf(kind("deploy_policies"), { id: "depol_1", service: "checkout" })).toEqual([
      policy,
      "This.",
      policy,
    ]);
    const named = async (name: string, row: ObjectValue) => (await saidOf(kind(name), row))[0];
    expect(await named("slis", { id: UNKNOWN, service: "checkout", name: "latency" })).toContain(
      'The row: SLI "checkout / latency".',
    );
    expect(await named("notification_settings", { id: "notification_settings" })).toContain(
      "The row: notification settings.",
    );
  });

  test("says what to do in Terraform's terms, whatever the service says to callers of its API", () => {
    const said = (
      name: string,
      status: number,
      body: JsonObject,
      attempt: "create" | "update" | "delete",
    ) => {
      const [{ summary = "", detail = "" } = {}] = refusalDiagnostics(
        kind(name),
        { status, etag: undefined, body },
        attempt,
      );
      return `${summary}: ${detail}`;
    };
    const held = { reason: "in_use", message: "see references", references: [] as JsonObject[] };
    held.references.push({ resource: "slos", id: "slo_1", field: "sli_id" });
    held.references.push({ resource: "ci_settings", id: "ci_settings", field: "a_id" });
    const inUse = said("slis", 409, held, "delete");
    expect(inUse).toMatch(/^This SLI is still in use: Nothing was deleted/);
    expect(inUse).toContain("\n  - slos slo_1 (sli_id)\n  - ci_settings (a_id)\n");
    expect(inUse).toContain("give it another service and name");
    expect(inUse).not.toContain("see references");
    const current = { id: "sli_1" };
    const taken = { message: "it is in current", current };
    expect(said("slis", 409, taken, "update")).toBe(
      "Another SLI has this service and name: Its id is sli_1. Nothing was changed: give one of the two another service and name.",
    );
    expect(said("slis", 409, taken, "create")).toMatch(/^This SLI exists already: .*its id is sli_1/);
    expect(said("slis", 409, { message: "Something else." }, "update")).toContain("Something else.");
    const full = { reason: "quota_exceeded", message: "There are 2." };
    expect(said("slis", 403, full, "create")).toBe(
      "The organization has no room for this row: There are 2. Rows that Terraform made before this one stay; apply again when there is room.",
    );
    const suspended = { reason: "suspended", message: "Acme is suspended." };
    expect(said("slis", 403, suspended, "update")).toBe(
      "The organization takes no changes: Acme is suspended. Planning still works.",
    );
    expect(said("slis", 404, { message: "list slis" }, "update")).toMatch(
      /^This SLI was deleted outside of Terraform: .*plan again/,
    );
  });
});
