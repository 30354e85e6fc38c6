import type { JsonObject } from "../kernel/validate.ts";

/** An answer whose JSON is at hand as text: most doors pass that on, and the others parse it, once. */
export class TextAnswer<Etag extends string | undefined = undefined> {
  readonly status: 200 | 304;
  readonly text: string;
  readonly etag: Etag;
  /** The set that owns the row; null for none, and for a list. */
  readonly managedBy: string | null;
  /** The tag of the whole text: weak, and its ETag, where it is no single row (`OperationAnswer`). */
  readonly bodyTag: string | undefined;
  /** Milliseconds since 1970 after which the same row reads something else, by time alone; Infinity for never. */
  readonly until: number;
  #body: JsonObject | undefined;

  constructor(
    status: 200 | 304,
    text: string,
    etag: Etag,
    managedBy: string | null = null,
    bodyTag?: string,
    until = Number.POSITIVE_INFINITY,
  ) {
    this.status = status;
    this.text = text;
    this.etag = etag;
    this.managedBy = managedBy;
    this.bodyTag = bodyTag;
    this.until = until;
  }

  get body(): JsonObject {
    this.#body ??= JSON.parse(this.text) as JsonObject;
    return this.#body;
  }
}
