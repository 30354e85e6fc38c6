/** What the calls about Git sources answer. */
import type { triedFields, whereFields } from "../../src/features/changes/git/shapes.ts";
import type { ObjectValueOf } from "../../src/kernel/row-types.ts";
import type { AskOutcome } from "./engine-shapes.ts";

export type InGitAnswer = ObjectValueOf<typeof whereFields>;
export type TriedAnswer = AskOutcome & ObjectValueOf<typeof triedFields>;
