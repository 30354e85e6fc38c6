/** What the service refuses, told to the person at the terminal: at the argument's line where there is one. */
import type { Resource } from "../src/kernel/resource.ts";
import { argumentName, secretArguments, terraformType } from "../src/kernel/terraform.ts";
import { isObject, type JsonObject } from "../src/kernel/validate.ts";
import { HclReference, printBlock } from "../src/surfaces/hcl/syntax.ts";
import type { Answer } from "./client.ts";
import { type Diagnostic, DiagnosticsError, type Path } from "./wire/diagnostics.ts";

export type Attempt = "read" | "create" | "update" | "delete";

/** The answer as an error with its diagnostics. */
export function refusal(resource: Resource, answer: Answer, attempt: Attempt): DiagnosticsError {
  return new DiagnosticsError(refusalDiagnostics(resource, answer, attempt));
}

export function refusalDiagnostics(resource: Resource, answer: Answer, attempt: Attempt): Diagnostic[] {
  const { status, body } = answer;
  if (status === 401) return [error("The API key was refused", messageOf(answer))];
  if (body.error === "read_only_key") {
    const detail =
      "Its scope is api:config_read: it may plan and not apply. Apply with a key that has the scope api:admin.";
    return [error("This API key may plan and not apply", detail)];
  }
  if (status === 403) return [error("The API key may not do this", messageOf(answer))];
  if (status === 409) return [conflict(resource, body, attempt, messageOf(answer))];
  if (status === 422) return problems(resource, answer);
  const request = typeof body.request_id === "string" ? ` (request ${body.request_id})` : "";
  const summary = `The service answered ${status} to the ${attempt} of a row of ${resource.kind}`;
  return [error(summary, `${messageOf(answer)}${request}`)];
}

/** Another writer was faster, and not in a way that leads where the plan wanted to go. */
export function changedOutside(resource: Resource, fields: readonly string[]): Diagnostic {
  const names = fields.map((name) => argumentName(name)).join(", ");
  return error(
    `This ${words(resource)} was changed outside of Terraform`,
    `Since the plan was made somebody changed ${names}. Nothing was written: plan again, look at what it shows, and apply that.`,
  );
}

/** Every problem at its argument. */
export function problems(resource: Resource, { body }: Pick<Answer, "body">): Diagnostic[] {
  const listed = Array.isArray(body.fields) ? (body.fields as readonly JsonObject[]) : [];
  const found = listed.length > 0 ? listed : [{ field: body.field ?? "", message: body.message ?? "" }];
  return found.map((problem) => problemDiagnostic(resource, String(problem.field), String(problem.message)));
}

export function problemDiagnostic(resource: Resource, field: string, message: string): Diagnostic {
  const path = pathOfField(resource, field);
  const shown = path === undefined ? field : shownPath(field, path);
  const summary = `Invalid ${shown || words(resource)}`;
  return { ...error(summary, `${shown} ${message}`.trim()), ...(path === undefined ? {} : { path }) };
}

/** `destinations[0].team_id` as steps; undefined where the kind has no such argument. */
export function pathOfField(resource: Resource, text: string): Path | undefined {
  const [name = ""] = /^[^.[]+/.exec(text) ?? [];
  const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
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
export function importBlock(resource: Resource, id: string): string {
  const to = new HclReference(`${terraformType(resource)}.NAME`);
  return printBlock(
    "import",
    [],
    [
      { name: "to", value: to },
      { name: "id", value: id },
    ],
  );
}

/** The kind as one would say it: `alert route`. */
export function words({ singular }: Resource): string {
  return singular.replaceAll("_", " ");
}

function conflict(resource: Resource, body: JsonObject, attempt: Attempt, message: string): Diagnostic {
  const current = isObject(body.current) ? body.current : {};
  if (body.reason === "in_use") {
    const held = Array.isArray(body.references) ? (body.references as readonly JsonObject[]) : [];
    const lines = held.map(({ resource: kind, id, field }) => `  - ${kind} ${id} (${field})`);
    return error(`This ${words(resource)} is still in use`, [message, ...lines].join("\n"));
  }
  const id = typeof current.id === "string" ? current.id : undefined;
  const [key] = resource.naturalKey;
  const path = key === undefined ? {} : { path: [argumentName(key)] };
  if (attempt !== "create" || id === undefined) {
    return {
      ...error(
        `The name is taken by another ${words(resource)}`,
        `${message}${id ? ` Its id is ${id}.` : ""}`,
      ),
      ...path,
    };
  }
  const advice = `A row with this ${resource.naturalKey.map(argumentName).join(" and ")} exists already, made outside of this state. Its id is ${id}. To take it over, add this block with the resource's own name in place of NAME, and apply again:`;
  return {
    ...error(`There is such a ${words(resource)} already`, `${advice}\n\n${importBlock(resource, id)}`),
    ...path,
  };
}

function shownPath(field: string, [first]: Path): string {
  const [name = ""] = /^[^.[]+/.exec(field) ?? [];
  return `${String(first)}${field.slice(name.length)}`;
}

function messageOf({ status, body }: Answer): string {
  return typeof body.message === "string" ? body.message : `The service answered ${status}.`;
}
