/** What mappings read: the parts of the other tool's set-up, each under a type. */
import type { Json } from "../../../kernel/field.ts";
import type { JsonObject } from "../../../kernel/validate.ts";

/** A part of the other tool's set-up, such as a resource of Terraform or a receiver, with all of its attributes. */
export interface SourceResource {
  readonly address: string;
  readonly mode: "managed" | "data";
  /** Such as `grafana_team`. */
  readonly type: string;
  /** Its module, name and index as one identifier. */
  readonly label: string;
  readonly values: JsonObject;
  /** The same shape as `values`, with true for what the other tool holds to be secret. */
  readonly sensitive: Json;
  /** The name of the file that it stands in. */
  readonly file: string;
}

/** The words of some texts as one of Terraform's identifiers. */
export function identifierOf(texts: readonly string[]): string {
  const words = texts.map((text) =>
    text
      .normalize("NFKD")
      .replace(/\p{M}+/gu, "")
      .replace(/[^A-Za-z0-9-]+/g, "_")
      .replace(/^[_-]+|[_-]+$/g, ""),
  );
  const joined = words.filter((word) => word !== "").join("_");
  return /^[A-Za-z]/.test(joined) ? joined : `_${joined}`;
}
