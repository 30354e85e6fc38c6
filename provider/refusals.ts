/** Refusals of the service as diagnostics: at the argument's line where there is one. */

import type { Json } from "../src/kernel/field.ts";
import { given } from "../src/kernel/given.ts";
import type { Kind } from "../src/kernel/kind.ts";
import { idsHint } from "../src/kernel/problem.ts";
import { hasReason, type Reason } from "../src/kernel/reasons.ts";
import { argumentName, secretArguments, terraformType } from "../src/kernel/terraform.ts";
import { isObject, type JsonObject } from "../src/kernel/validate.ts";
import { phrase } from "../src/kernel/words.ts";
import { HclReference, printBlock } from "../src/surfaces/hcl/syntax.ts";
import type { Answer } from "./client.ts";
import { type Diagnostic, DiagnosticsError, type Path } from "./wire/diagnostics.ts";

export type Attempt = "read" | "create" | "update" | "delete";

/** The answer as an error with its diagnostics. */
export function refusal(definition: Kind, answer: Answer, attempt: Attempt): DiagnosticsError {
  return new DiagnosticsError(refusalDiagnostics(definition, answer, attempt));
}

export function refusalDiagnostics(definition: Kind, answer: Answer, attempt: Attempt): Diagnostic[] {
  const { status, body } = answer;
  if (status === 202) return [proposed(definition, body)];
  const refusedKey = keyRefusal(answer);
  if (refusedKey !== undefined) return [refusedKey];
  if (status === 404 && attempt === "update" && definition.shape === "collection") {
    return [deletedOutside(definition)];
  }
  if (status === 422) return problems(definition, answer);
  const conflicting = status === 409 ? conflict(definition, body, attempt) : undefined;
  if (conflicting !== undefined) return [conflicting];
  const request = typeof body.request_id === "string" ? ` (request ${body.request_id})` : "";
  const summary = `The service answered ${status} to the ${attempt} of a row of ${definition.kind}`;
  return [error(summary, `${messageOf(answer)}${request}`)];
}

/** What was to be written waits for people. The same again names the same proposal, as long as that waits. */
function proposed(definition: Kind, { id, title, status, link }: JsonObject): Diagnostic {
  const next =
    status === "approved" ? "It is approved, and waits to be applied." : "It waits for people to look at it.";
  const detail = `"${String(title)}" (${String(id)}): ${next} Neither the ${words(definition)} nor Terraform's state was changed. Once it was applied, run Terraform again: it takes what is there by then as made by this configuration.`;
  return error(`Proposed, and not made: ${String(link)}`, detail);
}

/** What the service says of a write that it made. */
export function warningDiagnostics(definition: Kind, { warnings = [] }: Answer): Diagnostic[] {
  if (warnings.length === 0) return [];
  return [warning(`The service warns about this ${words(definition)}`, warnings.join("\n"))];
}

/** What is wrong with the key; undefined where the answer is about something else. */
export function keyRefusal(answer: Answer): Diagnostic | undefined {
  if (answer.status === 401) {
    const detail = `It is unknown, mistyped, expired or revoked. Make a key for the organization in the console, and ${setKey}.`;
    return error("The API key was refused", detail);
  }
  if (answer.body.error === "read_only_key") {
    const detail =
      "Its scope is api:config_read: it may plan and not apply. Apply with a key that has the scope api:admin.";
    return error("This API key may plan and not apply", detail);
  }
  if (answer.status !== 403) return undefined;
  const known = forbidden.get(answer.body.reason as Reason);
  if (known === undefined) return error("The API key may not do this", messageOf(answer));
  return error(known.summary, `${messageOf(answer)} ${known.wayOut}`);
}

const setKey = "set api_key (or ORGCONFIG_API_KEY, ORGCONFIG_KEY) to it";
const rightKey = `Make an API key with the scope api:admin to apply, or api:config_read to plan, and ${setKey}.`;

/** What a key is refused for before anything is looked at, by the reason that the service gives. */
const forbidden: ReadonlyMap<Reason, { readonly summary: string; readonly wayOut: string }> = new Map([
  ["token", { summary: "This is a personal access token and no API key", wayOut: rightKey }],
  ["scope", { summary: "The API key has no scope for this API", wayOut: rightKey }],
  [
    "address",
    {
      summary: "The organization does not allow this address",
      wayOut:
        "Run Terraform from an address that is on the list, or have an administrator add this one to it.",
    },
  ],
  [
    "plan",
    {
      summary: "The organization's plan does not include this API",
      wayOut: "Ask whoever runs the service to move the organization to that plan.",
    },
  ],
  [
    "propose_only",
    {
      summary: "The API key may only propose",
      wayOut: 'Write propose = true in the block provider "orgconfig", or set ORGCONFIG_PROPOSE=true.',
    },
  ],
  ["suspended", { summary: "The organization takes no changes", wayOut: "Planning still works." }],
  [
    "quota_exceeded",
    {
      summary: "The organization has no room for this row",
      wayOut: "Rows that Terraform made before this one stay; apply again when there is room.",
    },
  ],
]);

/** Somebody deleted the row that was to be changed. */
export function deletedOutside(definition: Kind): Diagnostic {
  return error(
    `This ${words(definition)} was deleted outside of Terraform`,
    "It was deleted since the plan was made. Nothing was written: plan again, and Terraform will create it again.",
  );
}

/** Another writer was faster, and not in a way that leads where the plan wanted to go. */
export function changedOutside(definition: Kind, fields: readonly string[]): Diagnostic {
  const names = fields.map((name) => argumentName(name)).join(", ");
  return error(
    `This ${words(definition)} was changed outside of Terraform`,
    `Since the plan was made somebody changed ${names}. Nothing was written: plan again, look at what it shows, and apply that.`,
  );
}

/** Every problem at its argument. */
export function problems(definition: Kind, { body }: Pick<Answer, "body">): Diagnostic[] {
  const listed = Array.isArray(body.fields) ? (body.fields as readonly JsonObject[]) : [];
  const found = listed.length > 0 ? listed : [{ field: body.field ?? "", message: body.message ?? "" }];
  return found.map((problem) =>
    problemDiagnostic(definition, String(problem.field), String(problem.message)),
  );
}

export function problemDiagnostic(definition: Kind, field: string, message: string): Diagnostic {
  const path = pathOfField(definition, field);
  const shown = path === undefined ? field : shownPath(field, path);
  const summary = `Invalid ${shown || words(definition)}`;
  return {
    ...error(summary, `${shown} ${withTerraformsHint(message)}`.trim()),
    ...given({ path }),
  };
}

/** `destinations[0].team_id` as steps; undefined where the kind has no such argument. */
export function pathOfField(definition: Kind, text: string): Path | undefined {
  const [name = ""] = /^[^.[]+/.exec(text) ?? [];
  const field = Object.hasOwn(definition.fields, name) ? definition.fields[name] : undefined;
  if (field === undefined || field.type === "computed") return undefined;
  if (field.type === "secret") return [secretArguments(name).value];
  const rest = text.slice(name.length);
  if (field.type === "map")
    return rest === "" ? [argumentName(name)] : [argumentName(name), { key: rest.slice(1) }];
  const steps = [...rest.matchAll(/\[(\d+)\]|\.([^.[]+)/g)];
  return [
    argumentName(name),
    ...steps.map(([, index, member]) => (index === undefined ? (member as string) : Number(index))),
  ];
}

export function error(summary: string, detail: string): Diagnostic {
  return { severity: "error", summary, detail };
}

export function warning(summary: string, detail: string): Diagnostic {
  return { severity: "warning", summary, detail };
}

/** The block that adopts a row. */
export function importBlock(definition: Kind, id: string): string {
  const to = new HclReference(`${terraformType(definition)}.NAME`);
  return printBlock(
    "import",
    [],
    [
      { name: "to", value: to },
      { name: "id", value: id },
    ],
  );
}

/** The kind as one would say it: `alert route`, `SLO`. */
export function words({ singular }: Kind): string {
  return phrase(singular);
}

function conflict(definition: Kind, body: JsonObject, attempt: Attempt): Diagnostic | undefined {
  if (hasReason(body, "confirm")) return askedFirst(definition, body, attempt);
  if (hasReason(body, "in_use")) return stillInUse(definition, body.references);
  if (hasReason(body, "test_failed")) return failingTests(definition, body.tests, attempt);
  if (hasReason(body, "needs_approval")) return needsApproval(definition, body, attempt);
  const id = isObject(body.current) ? body.current.id : undefined;
  if (typeof id !== "string") return undefined;
  return attempt === "create" ? existing(definition, id) : taken(definition, id);
}

/** Terraform shows its plan and asks by itself, before the service could. */
function askedFirst(definition: Kind, { message }: JsonObject, attempt: Attempt): Diagnostic {
  const detail = `${String(message)} Terraform cannot answer that: apply with a key that was made without ask, once a person has looked at what would follow.`;
  return error(`The API key is asked before the ${attempt} of this ${words(definition)}`, detail);
}

function needsApproval(definition: Kind, { message }: JsonObject, attempt: Attempt): Diagnostic {
  const detail = `${String(message)}\n\nTerraform proposes it with propose = true in the block provider "orgconfig", or with ORGCONFIG_PROPOSE=true for this one run.`;
  return error(`Somebody has to approve the ${attempt} of this ${words(definition)}`, detail);
}

function failingTests(definition: Kind, tests: Json | undefined, attempt: Attempt): Diagnostic {
  const failed = Array.isArray(tests) ? (tests as readonly JsonObject[]) : [];
  const detail = [
    "Nothing was written, because of what would happen instead:",
    ...failed.map(({ name, message }) => `  - ${name}: ${message}`),
    "",
    "Change the test if this is meant. Where this configuration has it, Terraform may write this row first: name the test in depends_on, or run apply once more.",
    "An administrator can go on all the same: set ORGCONFIG_OVERRIDE_TESTS to the reason for this one run.",
  ];
  return error(
    `Behaviour tests would fail after the ${attempt} of this ${words(definition)}`,
    detail.join("\n"),
  );
}

function stillInUse(definition: Kind, references: Json | undefined): Diagnostic {
  const held = Array.isArray(references) ? (references as readonly JsonObject[]) : [];
  const lines = held.map(({ resource: kind, id, field }) => {
    const row = kind === id ? `${kind}` : `${kind} ${id}`;
    return `  - ${row} (${field})`;
  });
  const detail = [
    "Nothing was deleted, because of what points at it:",
    ...lines,
    "",
    "A row that this configuration does not manage has to be changed where it is managed. One that it does manage may let go in the same apply.",
    `If this row is to be replaced, give it another ${keyArguments(definition)}: the old one and the new one are both there for a moment.`,
    "If this run was to change all of them: correct its other errors, then plan and apply again. A saved plan needs Terraform's data directory (.terraform) as the plan left it.",
  ];
  return error(`This ${words(definition)} is still in use`, detail.join("\n"));
}

function existing(definition: Kind, id: string): Diagnostic {
  const key = keyArguments(definition);
  const detail = [
    `There is a row with this ${key}; its id is ${id}. If it was made outside of this configuration, take it over: add this block with the resource's own name in place of NAME, and apply again.`,
    importBlock(definition, id).trimEnd(),
    `If this configuration manages it, in another block or as the row that create_before_destroy replaces: give one of the two another ${key}, or take create_before_destroy out.`,
  ];
  return atKey(definition, error(`This ${words(definition)} exists already`, detail.join("\n\n")));
}

function taken(definition: Kind, id: string): Diagnostic {
  const key = keyArguments(definition);
  return atKey(
    definition,
    error(
      `Another ${words(definition)} has this ${key}`,
      `Its id is ${id}. Nothing was changed: give one of the two another ${key}.`,
    ),
  );
}

/** The arguments of the natural key: `service and name`. */
export function keyArguments({ naturalKey }: Kind): string {
  return naturalKey.map(argumentName).join(" and ");
}

function atKey({ naturalKey: [first] }: Kind, diagnostic: Diagnostic): Diagnostic {
  return first === undefined ? diagnostic : { ...diagnostic, path: [argumentName(first)] };
}

/** Nobody lists ids by the API who writes a configuration. */
function withTerraformsHint(message: string): string {
  return message.replace(apiHint, ": write the id attribute of its resource or data source");
}

const apiHint = new RegExp(idsHint("\\w+"));

function shownPath(field: string, [first]: Path): string {
  const [name = ""] = /^[^.[]+/.exec(field) ?? [];
  return `${String(first)}${field.slice(name.length)}`;
}

/** The service's own words. */
export function messageOf({ status, body }: Answer): string {
  return typeof body.message === "string" ? body.message : `The service answered ${status}.`;
}
