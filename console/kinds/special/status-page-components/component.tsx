/** A component's page: the uptime that its check saw, which is the component's own. */

import { useDefinition } from "../../../api/queries.ts";
import { OverTime } from "../../../parts/charts/over-time.tsx";
import { kindNames } from "../../names.ts";
import type { PartProps } from "../../part-props.ts";
import * as texts from "./texts.ts";

export function Component({ loaded: { row }, editing }: PartProps) {
  const checks = useDefinition(kindNames.syntheticCheck);
  const { synthetic_check_id: check } = row;
  if (editing || checks === undefined || typeof check !== "string") return null;
  return <OverTime definition={checks} id={check} title={texts.itsCheckOverTime} />;
}
