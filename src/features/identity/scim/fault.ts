/** Refusals as SCIM names them (RFC 7644 §3.12). */
import { type ErrorCode, Refusal } from "../../../kernel/problem.ts";

type ScimType =
  | "invalidFilter"
  | "invalidPath"
  | "invalidSyntax"
  | "invalidValue"
  | "mutability"
  | "noTarget"
  | "tooMany"
  | "uniqueness";

/** A refusal with SCIM's own word for what is wrong. */
export class ScimFault extends Refusal {
  readonly scimType: ScimType;

  constructor(code: ErrorCode, scimType: ScimType, message: string) {
    super(code, message);
    this.scimType = scimType;
  }
}

export function invalidValue(message: string): ScimFault {
  return new ScimFault("bad_request", "invalidValue", message);
}

export function badText(): ScimFault {
  return invalidValue("A text holds a NUL character or an unpaired surrogate; send it without.");
}

export function invalidSyntax(message: string): ScimFault {
  return new ScimFault("bad_request", "invalidSyntax", message);
}

export function invalidPath(path: string): ScimFault {
  return new ScimFault("bad_request", "invalidPath", `This resource has no path ${path.slice(0, 200)}.`);
}

export function taken(message: string): ScimFault {
  return new ScimFault("conflict", "uniqueness", message);
}

export function tooMuch(message: string): ScimFault {
  return new ScimFault("payload_too_large", "tooMany", message);
}

/** The same for what is another organization's. */
export function notThere(what: "user" | "group"): Refusal {
  return new Refusal("not_found", `There is no such ${what}; list the ${what}s for the ids there are.`);
}
