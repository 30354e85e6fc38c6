import type { Action } from "./action.ts";

/** A REST call to an action that is not a verb over rows; kinds' own routes follow from the registry. */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below /api/v1, without a slash in front; `{name}` takes one segment and is a member of the input. */
  readonly path: string;
  readonly action: Action;
  /** Query parameters that are members of the input; their text is read by the field's type. */
  readonly query?: readonly string[];
  /** Whether the request's body is the rest of the input. */
  readonly body?: boolean;
  /** A browser's session may call it too. */
  readonly sessions?: boolean;
  /** What success answers with, where that is not 200. */
  readonly status?: 201;
  /** It answers 200 where there was nothing left to do, such as a call that is a repetition. */
  readonly repeats?: true;
  /** The media type of an answer that is no JSON. */
  readonly media?: string;
  /** The heading under which documents show it. */
  readonly tag: string;
}
