/** Nothing in the console bypasses an action: every call it makes is in the service's own description. */
import { readdirSync, readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { calls, namedActions } from "../../console/api/calls.ts";
import { act, neverProposed, Proposed, Refused } from "../../console/api/client.ts";
import { holding } from "../../console/api/overrides.ts";
import type { Proposal } from "../../console/api/proposal-shapes.ts";
import { actionPages } from "../../console/shell/action-pages.ts";
import { waysPath } from "../../console/worker/paths.ts";
import { definitions } from "../../src/resources/index.ts";
import type { Definitions } from "../../src/surfaces/console/definitions.ts";
import { startService, type TestService } from "../support/service.ts";

let test: TestService;
type Paths = Record<string, Record<string, { parameters?: { name: string; schema: { enum?: string[] } }[] }>>;
let paths: Paths;
let served: Definitions;
beforeAll(async () => {
  test = await startService();
  paths = JSON.parse(test.service.description).paths;
  served = JSON.parse((await test.service.server.inject({ url: "/console/definitions.json" })).body);
});
afterAll(() => test.close());
afterEach(() => vi.unstubAllGlobals());

describe("the console's calls", () => {
  it.each(Object.entries(calls))("%s is in the description", (name, { method, path }) => {
    const operation = paths[path]?.[method.toLowerCase()] as { operationId?: string } | undefined;
    expect(operation?.operationId).toBe(name);
  });

  it("of the worker of notifications are in the description", () => {
    expect(paths[waysPath]).toMatchObject({ get: {}, post: {} });
    expect(paths[`${waysPath}/{id}/verify`]).toMatchObject({ post: {} });
  });

  it("are actions that the description names, wherever a page calls one", () => {
    const { method, path } = calls.call_action;
    const described = paths[path]?.[method.toLowerCase()]?.parameters?.find(({ name }) => name === "action");
    const known = new Set(described?.schema.enum);
    const generated = served.kinds.flatMap(({ verbs, actionNames }) =>
      verbs.map((verb) => actionNames[verb]),
    );
    for (const action of [...Object.values(namedActions), ...generated]) expect(known).toContain(action);
  });

  it("reach every action that is done on a page", () => {
    // Programs report what they saw; who one is stands in the corner of every page.
    const forPrograms = [
      ...[
        "report_state",
        "report_states",
        "report_discovery",
        "acknowledge_render",
        "whoami",
        "describe_kind",
      ],
      ...[
        "take_in_alerts",
        "exchange_silences",
        "exchange_drills",
        "answer_range_query",
        "report_alerts",
        "get_status_page",
      ],
    ];
    // Every row's own page has its history and shows what points at it, and every list searches.
    const onRows = [
      "row_history",
      "where_in_git",
      "restore_row",
      "list_references",
      "get_figures",
      "list_figures",
      "search_rows",
    ];
    // The page of members makes the session's calls, list_members and add_member.
    const onMembers = ["get_members", "invite_member"];
    // A rota's form shows what its plan says, which is the same.
    const onForms = ["preview_on_call_rota"];
    const kinds = new Set(served.kinds.map(({ kind }) => kind));
    const reached = Object.keys(actionPages);
    expect(served.actions.map(({ name }) => name).sort()).toEqual(
      [...reached, ...forPrograms, ...onRows, ...onMembers, ...onForms].sort(),
    );
    for (const page of Object.values(actionPages)) {
      const [first, kind = ""] = page.split("/");
      expect(
        [
          "",
          "alerts",
          "changes",
          "drills",
          "export",
          "move-in",
          "notified",
          "on-call",
          "plans",
          "proposals",
          "services",
        ].includes(page) ||
          (first === "settings" && kinds.has(kind)),
      ).toBe(true);
    }
  });

  /** Each as it is sent: an action that a change policy holds, and is asked about. */
  function heldFetch(sent: string[]) {
    const proposal = { id: "prop_1", title: "Change a row" };
    return async (url: string, { body }: { body: string }) => {
      sent.push(`${url.split("/actions/")[1]} ${body}`);
      const done =
        url.endsWith("?propose=true") || url.endsWith("/comment_on_proposal") || body.includes("break_glass");
      const answer = done
        ? proposal
        : { error: "conflict", message: "Held.", reason: "needs_approval", needs: [] };
      return Response.json(answer, { status: done ? 202 : 409 });
    };
  }

  it("that a change policy can hold lead to one question, and from there to a proposal", async () => {
    const proposable = proposableIn(paths);
    const made = served.kinds.flatMap(({ verbs, actionNames }) => verbs.map((verb) => actionNames[verb]));
    const acts = new Set([...Object.values(namedActions), ...made].filter((name) => proposable.has(name)));
    // Of every kind that people write, and what is done to plans, mutes and shifts besides.
    expect([...acts]).toEqual(expect.arrayContaining(["apply_plan", "extend_alert_mute", "take_shift"]));
    expect(acts.size).toBeGreaterThan(70);
    for (const action of acts) {
      const sent: string[] = [];
      vi.stubGlobal("fetch", heldFetch(sent));
      const end = holding.through(async ({ propose }) => ({
        proposal: (await propose?.("They sleep.")) as Proposal,
      }));
      await expect(act("acme", action, { id: "row_1" })).rejects.toBeInstanceOf(Proposed);
      expect(sent).toEqual([
        `${action} {"id":"row_1"}`,
        `${action}?propose=true {"id":"row_1"}`,
        'comment_on_proposal {"id":"prop_1","comment":"They sleep."}',
      ]);
      end();
    }
  });

  it("that a change policy can hold and no proposal can be are asked about without one", async () => {
    const asked = neverProposed.filter((action) => action !== namedActions.decideProposal);
    const held = [...test.service.operations.values()].filter(
      ({ effect, unheld, tested, writes, asProposal }) =>
        effect !== "read" && unheld === undefined && (tested || writes) && asProposal === undefined,
    );
    const own = new Set<string>(Object.values(namedActions));
    expect([...neverProposed].sort()).toEqual(
      held.flatMap(({ name }) => (own.has(name) ? [name] : [])).sort(),
    );
    for (const action of asked) {
      const sent: string[] = [];
      vi.stubGlobal("fetch", heldFetch(sent));
      const end = holding.through(async ({ propose }) => {
        expect(propose, action).toBeUndefined();
        return { breakGlass: "They sleep." };
      });
      await act("acme", action, { id: "row_1" });
      expect(sent[1]).toBe(`${action} {"id":"row_1","break_glass":"They sleep."}`);
      end();
    }
  });

  it("go past the question only where a delete is asked about, and where a row is read", () => {
    const root = new URL("../../console/", import.meta.url);
    const past = readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name))
      .filter((name) =>
        /import \{[^}]*\bcall\b[^}]*\} from "[./]*api\/client\.ts"/.test(
          readFileSync(new URL(name, root), "utf8"),
        ),
      );
    expect(past.sort()).toEqual(["kinds/delete-dialog.tsx", "pages/alert/story.tsx"]);
  });

  it("that can be no proposal say why they cannot wait, or are left", async () => {
    const sent: string[] = [];
    vi.stubGlobal("fetch", heldFetch(sent));
    const end = holding.through(async ({ propose }) =>
      propose === undefined ? { breakGlass: "It leaked." } : undefined,
    );
    await act("acme", "rotate_aws_external_id");
    await expect(act("acme", "delete_team", { id: "team_1" })).rejects.toBeInstanceOf(Refused);
    // A decision on a proposal is one already.
    await expect(act("acme", "decide_proposal", { id: "prop_1" })).rejects.toBeInstanceOf(Refused);
    expect(sent).toEqual([
      "rotate_aws_external_id {}",
      'rotate_aws_external_id {"break_glass":"It leaked."}',
      'delete_team {"id":"team_1"}',
      'decide_proposal {"id":"prop_1"}',
    ]);
    end();
  });

  it("are made in one place, and those of the worker of notifications in another", () => {
    const root = new URL("../../console/", import.meta.url);
    const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) =>
      /\.tsx?$/.test(name),
    );
    expect(files.length).toBeGreaterThan(40);
    const speaking = files.filter((name) =>
      /\bfetch\(|XMLHttpRequest|sendBeacon|EventSource|WebSocket/.test(
        readFileSync(new URL(name, root), "utf8"),
      ),
    );
    expect(speaking.sort()).toEqual(["api/client.ts", "worker/service.ts"]);
  });
});

describe("the definitions", () => {
  it("say of every kind what the registry says, as data", () => {
    expect(served.kinds.map(({ kind }) => kind)).toEqual(definitions.map(({ kind }) => kind));
    for (const [index, definition] of definitions.entries()) {
      // What JSON cannot carry, such as a function, would be lost on the way.
      const { fields, implicit, verbs, actionNames } = definition;
      expect(served.kinds[index]).toMatchObject({ fields, implicit, verbs, actionNames });
    }
  });

  it("hold nothing of any organization, and need no credential", async () => {
    const organization = await test.makeOrganization({ name: "Kept to itself" });
    const answer = await test.service.server.inject({ url: "/console/definitions.json" });
    expect(answer.statusCode).toBe(200);
    for (const secret of [organization.id, organization.name, test.settings.operatorToken])
      expect(answer.body).not.toContain(secret);
  });

  it("are sent once", async () => {
    const first = await test.service.server.inject({ url: "/console/definitions.json" });
    const again = await test.service.server.inject({
      url: "/console/definitions.json",
      headers: { "if-none-match": String(first.headers.etag) },
    });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
  });
});

/** The operations that become a proposal where they are asked to. */
function proposableIn(described: Paths): ReadonlySet<string> {
  return new Set(
    Object.values(described)
      .flatMap((methods) => Object.values(methods) as { operationId?: string; parameters?: object[] }[])
      .filter(({ parameters = [] }) =>
        parameters.some((one) => "$ref" in one && one.$ref === "#/components/parameters/Propose"),
      )
      .map(({ operationId }) => operationId ?? ""),
  );
}
