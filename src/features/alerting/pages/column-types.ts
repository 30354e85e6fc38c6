/** What the database cannot describe itself (scripts/generate-queries.ts). */
import type { AlertMailOptions } from "../../../renderers/alerting/formats/mail.ts";
import type { WayKind } from "../../../transports/reach.ts";

export type { AlertMessage } from "../../../kernel/alert-message.ts";

export type Why = Pick<AlertMailOptions, "footer" | "footerLink">;

/** A way of a person, as it was when their page began, and so many seconds after that its turn. */
export type PageStep = {
  readonly way_id: string;
  readonly kind: WayKind;
  readonly after_seconds: number;
};

/** By table and column, one a line. Every query of this feature that answers the column has the type. */
export interface Columns {
  "page_tokens.way": WayKind;
  "pages.outcome": "acknowledged" | "ended" | "passed_on" | "handed_over" | "nobody" | null;
}
