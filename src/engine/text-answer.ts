import type { JsonObject } from "../kernel/validate.ts";

/** An answer whose JSON is at hand as text: most doors pass that on, and the others parse it, once. */
export class TextAnswer<Etag extends string | undefined = undefined> {
  readonly status: 200 | 304;
  readonly text: string;
  readonly etag: Etag;
  /** The set that owns the row; null for none, and for a list. */
  readonly managedBy: string | null;
  /** The weak ETag of a text that is no single row (`OperationAnswer`). */
  readonly bodyTag: string | undefined;
  #body: JsonObject | undefined;

  constructor(
    status: 200 | 304,
    text: string,
    etag: Etag,
    managedBy: string | null = null,
    bodyTag?: string,
  ) {
    this.status = status;
    this.text = text;
    this.etag = etag;
    this.managedBy = managedBy;
    this.bodyTag = bodyTag;
  }

  get body(): JsonObject {
    this.#body ??= JSON.parse(this.text) as JsonObject;
    return this.#body;
  }
}
