import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import type { Render } from "../../console/api/engine-shapes.ts";
import { agentCommand, engineState } from "../../console/parts/engines/state.ts";

const now = Date.parse("2026-03-10T12:00:00.000Z");
const [present, earlier] = ["a".repeat(64), "b".repeat(64)];

function labelOf(applied: Partial<NonNullable<Render["applied"]>> | null, enabled = true): string {
  const said = {
    instance: null,
    digest: present,
    at: new Date(now - 5_000).toISOString(),
    ok: true,
    message: null,
    running_digest: present,
    running_since: new Date(now - 60_000).toISOString(),
    version: "2.53.1",
    stale: false,
  };
  const last = applied === null ? null : { ...said, ...applied };
  const render: Render = {
    connector_id: "conn_1",
    name: "Production",
    connector_type: "prometheus",
    enabled,
    brought_by: "agent",
    digest: present,
    files: [],
    refusals: [],
    whole_kinds: [],
    applied: last,
    agents: last === null ? [] : [last],
  };
  const { tone, label } = engineState(render, now);
  return `${tone}: ${label}`;
}

const ago = (seconds: number) => new Date(now - seconds * 1_000).toISOString();

it("shows whether an engine runs what is rendered now", () => {
  expect(labelOf(null)).toBe("warning: No agent yet");
  expect(labelOf({})).toBe("good: Runs this configuration");
  expect(labelOf({ ok: false, message: "promtool refuses it" })).toBe("bad: Does not run it");
  expect(labelOf({}, false)).toBe("quiet: Off");
});

it("gives an agent that is there a moment to follow a change", () => {
  const behind = { digest: earlier, running_digest: earlier };
  expect(labelOf({ ...behind, at: ago(60) })).toBe("quiet: Being updated");
  expect(labelOf({ ...behind, at: ago(120) })).toBe("warning: Runs an earlier configuration");
});

it("distinguishes when nobody knows of the agent for ten minutes", () => {
  expect(labelOf({ at: ago(590) })).toBe("good: Runs this configuration");
  expect(labelOf({ at: ago(610) })).toBe("warning: Agent does not report");
  expect(labelOf({ stale: true, ok: false })).toBe("warning: Agent does not report");
});

it("names the agent's command so that a shell takes it whatever the connector is called", () => {
  const name = `Bob's "$HOME" \`id\``;
  const command = agentCommand({ name }).replace("orgconfig", "printf '%s\\n'");
  expect(execFileSync("sh", ["-c", command], { encoding: "utf8" }).split("\n")).toContain(name);
});
