/**
 * What actions say of themselves in annotations, compared with what their calls do to the database and send outside.
 * Clients ask people first by these, so that a hint is wrong in both directions: where it hides, and where it warns of
 * what never happens.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Receivers, startReceivers } from "../support/receivers.ts";
import { startService, type TestService } from "../support/service.ts";
import { cases, filled, rowsOfCases } from "./action-cases.ts";
import { type HintCall, hintCalls, makeStage, type Stage } from "./hint-calls.ts";
import { type Held, holderOf } from "./hints.ts";

let app: TestService;
let receivers: Receivers;
let stage: Stage;
let rows: Readonly<Record<string, string>>;
let held: Held;
beforeAll(async () => {
  // What the service does now and then by itself is no part of a call.
  vi.useFakeTimers({ toFake: ["setTimeout", "setInterval"] });
  receivers = await startReceivers();
  app = await startService({
    ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1",
    SMTP_URL: "smtp://127.0.0.1:1",
  });
  stage = await makeStage(app, receivers);
  rows = await rowsOfCases(app, stage.tenant);
  held = await holderOf(app, stage.tenant.organization.id);
});
afterAll(async () => {
  vi.useRealTimers();
  await app.close();
  await receivers.close();
});

const all: readonly HintCall[] = [
  // Before an agent has asked for drills, so that they go out at once.
  ...hintCalls,
  ...cases
    .filter(({ status }) => status < 300)
    .map(({ action, first, input }) => ({
      action,
      input: async ({ tenant }: Stage) => {
        if (first !== undefined) await tenant.api(first.method, first.path, { body: first.body ?? {} });
        return filled(input, rows);
      },
    })),
];

/** What warns of more than a call shows here, each with its reason. */
const beyond: Readonly<Record<string, string>> = {
  rotate_aws_external_id: "the id before is on record, but nothing sets it back",
};

/** Actions that have no call here, each with its reason. */
const uncalled: Readonly<Record<string, string>> = {
  get_status_page: "a read of one row",
  get_render_file: "a part of get_render",
  get_service_discovery: "a part of get_render",
  ...Object.fromEntries(
    ["where_in_git", "test_unsaved_git_source"].map((name) => [
      name,
      "needs a repository: test/git tries it",
    ]),
  ),
  sync_git_source: "needs a repository: test/git tries what it changes, takes away and asks",
};

describe.each(all.map((one, index) => [`${index + 1}: ${one.action}`, one] as const))("%s", (_, one) => {
  it("does what its annotations say", async () => {
    await held.hold(one.action, await one.input(stage));
  });
});

it("calls every action", () => {
  const actions = [...app.service.operations.values()].filter(({ input }) => !("definition" in input));
  const named = new Set([...all.map(({ action }) => action), ...Object.keys(uncalled)]);
  expect(actions.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([]);
});

it("warns of nothing that never happens", () => {
  const idle = [...held.seen].flatMap(([action, did]) => {
    const { destructiveHint, openWorldHint } = held.tools.get(action)?.annotations ?? {};
    return [
      ...(destructiveHint && !did.has("takes") && beyond[action] === undefined ? [`${action} destroys`] : []),
      ...(openWorldHint && !did.has("sends") ? [`${action} sends`] : []),
    ];
  });
  expect(idle).toEqual([]);
});
