import { afterAll, beforeAll, expect, it } from "vitest";
import { createExportStore } from "../../../src/features/changes/export/store.ts";
import { definitions } from "../../../src/resources/index.ts";
import { bundleFormat } from "../../../src/surfaces/export/bundle.ts";
import { hclFormat } from "../../../src/surfaces/hcl/export.ts";
import { startService, type TestService } from "../../support/service.ts";
import { unrestricted } from "../../support/unrestricted.ts";

let test: TestService;
beforeAll(async () => {
  test = await startService();
});
afterAll(() => test.close());

it.each([
  { format: hclFormat, row: /^resource /gm },
  { format: bundleFormat, row: /^ {4}\{/gm },
])("$format.name reads one page of rows when the last one was taken, however many there are", async (one) => {
  const { config, organization } = await test.makeTenant();
  const { id } = (await config("POST", "teams", { body: { name: "team 0" } })).body;
  await test.database.queryText(
    {
      name: "copy-team",
      text: `INSERT INTO rows (organization_id, kind, id, natural_key, sort_key, configuration, secrets, state, revision, created_at, updated_at)
        SELECT organization_id, kind, id || n, natural_key || n, sort_key || n, configuration, secrets, state, revision, created_at, updated_at
        FROM rows, generate_series(1, 1200) AS n WHERE organization_id = $1 AND id = $2`,
    },
    [organization.id, id],
  );
  const reader = createExportStore(test.database);
  let pages = 0;
  const counting: typeof reader = {
    ...reader,
    page: (...asked) => {
      pages += 1;
      return reader.page(...asked);
    },
  };
  const source = {
    reader: counting,
    definitions: definitions.filter(({ kind }) => kind === "teams"),
    registry: definitions,
    organization: { ...organization, plan: "business", ipAllowlist: [], ...unrestricted } as const,
    now: new Date(),
    turn: { of: "test" },
  };
  const taken: number[] = [];
  for await (const chunk of one.format.write(source)) {
    const rows = chunk.match(one.row)?.length ?? 0;
    if (rows > 0) taken.push(rows, pages);
  }
  expect(taken).toEqual([25, 1, 100, 2, 400, 3, 500, 4, 176, 5]);
});
