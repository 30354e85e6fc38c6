/** Deletes of rows that others point at: patience where it helps, and an end to it. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { createRows } from "../../provider/batch.ts";
import { createClient } from "../../provider/client.ts";
import { LateDeletes } from "../../provider/late-deletes.ts";
import { createDefaults } from "../../provider/one-default.ts";
import { createPlanNotes } from "../../provider/plan-notes.ts";
import { privateOf } from "../../provider/session.ts";
import type { Diagnostics } from "../../provider/wire/provider.ts";
import { deleteRow } from "../../provider/writes.ts";
import type { Kind } from "../../src/kernel/kind.ts";
import { definitionsByKind } from "../../src/service.ts";

/** Deletes a team at a service that refuses the first so many times. */
async function deleteRefused(
  times: number,
  warnings: readonly object[] = [],
): Promise<{ diagnostics: Diagnostics; attempts: number }> {
  let attempts = 0;
  const refusal = {
    error: "conflict",
    message: "Other rows point at it.",
    request_id: "req_1",
    reason: "in_use",
    references: [{ resource: "alert_routes", id: "route_1", field: "owning_team_id" }],
  };
  const server = createServer((_request, response) => {
    attempts += 1;
    if (attempts <= times) response.writeHead(409).end(JSON.stringify(refusal));
    else response.end(JSON.stringify({ warnings }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const client = createClient({
    endpoint: `http://127.0.0.1:${port}`,
    apiKey: "svc_ak_x",
    terraformVersion: "1.11.4",
  });
  const organization = { id: "org_1", slug: "acme", name: "Acme" };
  const session = {
    organization,
    client,
    proposes: false,
    rows: createRows(client),
    notes: createPlanNotes(tmpdir()),
    defaults: createDefaults(),
    deletes: new LateDeletes(tmpdir(), new AbortController().signal),
  };
  const prior = { id: "team_1", name: "platform" };
  const row = { prior, private: privateOf('"1"') };
  const diagnostics = await deleteRow(session, definitionsByKind.teams as Kind, row);
  server.close();
  return { diagnostics, attempts };
}

test("a delete waits for an update next to it that takes the last reference away", async () => {
  expect(await deleteRefused(2)).toEqual({ diagnostics: [], attempts: 3 });
});

test("a delete that was done with a warning passes it on", async () => {
  const { diagnostics } = await deleteRefused(0, [
    { resource: "teams", key: { name: "A" }, field: "", reason: "managed", message: "is a set's" },
  ]);
  expect(diagnostics).toEqual([
    { severity: "warning", summary: "The service warns about this team", detail: 'teams "A": is a set\'s.' },
  ]);
});

test("a delete of what stays in use ends with the names of what points at it", async () => {
  const { diagnostics, attempts } = await deleteRefused(100);
  expect(attempts).toBe(5);
  expect(diagnostics).toMatchObject([
    { severity: "error", detail: expect.stringContaining("- alert_routes route_1 (owning_team_id)") },
  ]);
  expect(diagnostics[0]?.detail).toContain("If this row is to be replaced, give it another name:");
});
