/**
 * Which tools are shown: those that the credential may call, less what the URL leaves out
 * (`?toolsets=teams,slos&readonly=1`), and in how many words (`detail`). What the URL leaves out is not there for
 * calls either, so that a URL given to an agent can keep it to reading.
 */
import { type ListToolsResult, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { isForOthers } from "../../engine/authorize.ts";
import type { Caller } from "../../engine/context.ts";
import { isWithin } from "../../engine/limits.ts";
import { allows } from "../../kernel/access.ts";
import { unprocessable } from "../../kernel/problem.ts";
import { refuseParameters, unknownField } from "../../kernel/validate.ts";
import { type Detail, details } from "./brief-schemas.ts";
import type { OfferedTool } from "./tools.ts";

export interface Selection {
  /** All of them where it is undefined. */
  readonly toolsets: readonly string[] | undefined;
  readonly readOnly: boolean;
  /** In how many words tools are listed. */
  readonly detail: Detail;
}

/** What a URL without a query leaves in. */
export const everything: Selection = { toolsets: undefined, readOnly: false, detail: "brief" };

const parameters = ["toolsets", "readonly", "detail"];
const switches: Readonly<Record<string, boolean>> = { "1": true, true: true, "0": false, false: false };

/** Reads the URL's query; what it cannot mean is a 422 that names what there is. */
export function selectionOf(query: URLSearchParams, tools: readonly OfferedTool[]): Selection {
  refuseParameters([...query.keys()], parameters);
  return {
    toolsets: toolsetsOf(query.get("toolsets"), tools),
    readOnly: readOnlyOf(query.get("readonly")),
    detail: detailOf(query.get("detail")),
  };
}

/** Whether the URL leaves the tool in. */
export function isSelected(tool: OfferedTool, selection: Selection): boolean {
  const { toolsets, readOnly } = selection;
  if (readOnly && !tool.readOnly) return false;
  if ("row" in tool.calls) return [...tool.calls.byKind.values()].some((own) => isSelected(own, selection));
  return toolsets === undefined || toolsets.includes(tool.toolset);
}

/** The tools that are listed, in their one order. */
export function listedTools(
  tools: readonly OfferedTool[],
  caller: CallerOfTools,
  selection: Selection,
): readonly OfferedTool[] {
  // Of few toolsets, and in all words, each kind has its own tools.
  const ofKinds = selection.toolsets !== undefined || selection.detail === "full";
  const shown = ({ isFolded, calls }: OfferedTool) => ("row" in calls ? !ofKinds : ofKinds || !isFolded);
  return tools.filter(
    (tool) => shown(tool) && isSelected(tool, selection) && mayCall(tool, caller, selection),
  );
}

function mayCall(tool: OfferedTool, caller: CallerOfTools, selection: Selection): boolean {
  const { calls, level } = tool;
  if (!allows(caller.level, level)) return false;
  if ("row" in calls)
    return [...calls.byKind.values()].some(
      (own) => own.isFolded && isSelected(own, selection) && mayCall(own, caller, selection),
    );
  return "run" in calls || (isWithin(calls.operation, caller) && !isForOthers(calls.operation, caller));
}

type CallerOfTools = Pick<Caller, "level" | "limits" | "isProgram">;

function toolsetsOf(text: string | null, tools: readonly OfferedTool[]): readonly string[] | undefined {
  if (text === null) return undefined;
  const known = [...new Set(tools.flatMap(({ calls, toolset }) => ("row" in calls ? [] : toolset)))].sort();
  const named = text.split(",").map((name) => name.trim());
  const problems = named
    .filter((name) => !known.includes(name))
    .map((name) => {
      const { field, message } = unknownField("toolsets", name, known, "toolset");
      return {
        field,
        message: `"${name.slice(0, 64).toWellFormed()}" ${message} (there are ${known.join(", ")})`,
      };
    });
  if (problems.length > 0) throw unprocessable(problems);
  return named;
}

function detailOf(text: string | null): Detail {
  const found = details.find((detail) => detail === (text ?? "brief"));
  if (found === undefined)
    throw unprocessable([{ field: "detail", message: `must be one of ${details.join(", ")}` }]);
  return found;
}

function readOnlyOf(text: string | null): boolean {
  if (text === null) return false;
  const value = Object.hasOwn(switches, text) ? switches[text] : undefined;
  if (value === undefined) throw unprocessable([{ field: "readonly", message: "must be 1 or 0" }]);
  return value;
}

/** Most tools on one page. */
export const pageSize = 50;

export function pageOf(
  tools: readonly OfferedTool[],
  detail: Detail,
  cursor: string | undefined,
): ListToolsResult {
  const start = cursor === undefined ? 0 : placeAfter(tools, cursor);
  const shown = tools.slice(start, start + pageSize).map(({ listed }) => listed(detail));
  const last = shown.at(-1);
  const more = last !== undefined && start + pageSize < tools.length;
  return { tools: shown, ...(more ? { nextCursor: cursorOf(last.name) } : {}) };
}

function placeAfter(tools: readonly OfferedTool[], cursor: string): number {
  const name = Buffer.from(cursor, "base64url").toString();
  const index = cursorOf(name) === cursor ? tools.findIndex((tool) => tool.name === name) : -1;
  if (index >= 0) return index + 1;
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    "cursor: was not given by this list; start again without one",
  );
}

function cursorOf(name: string): string {
  return Buffer.from(name).toString("base64url");
}
