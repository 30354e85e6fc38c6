/** A policy of Grafana's tree, as it is read. */

import type { Conjunction } from "../../../../renderers/alerting/samples.ts";
import type { Attributes } from "../attributes.ts";
import type { Row } from "../rows.ts";

/** What a policy passes on to its children, where they say nothing else. */
export interface Inherited {
  readonly contactPoint: string;
  readonly groupBy: readonly string[];
  readonly timing: Timing;
}

export interface Timing {
  readonly group_wait_seconds?: number;
  readonly group_interval_seconds?: number;
  readonly repeat_interval_seconds?: number;
}

export interface Policy extends Inherited {
  readonly attributes: Attributes;
  /** Its own. */
  readonly matchers: Conjunction;
  /** Why they cannot be read; undefined where they can. */
  readonly unreadable: string | undefined;
  readonly continues: boolean;
  /** The names of its mute timings, which its children do not inherit. */
  readonly mutes: readonly string[];
  /** Of the timings in which alone it notifies; not inherited either. */
  readonly actives: readonly string[];
  /** The targets that its contact point became. */
  readonly targets: readonly Row[];
  readonly children: readonly Policy[];
}
