import { Card } from "../../../parts/card.tsx";
import type { PartProps } from "../../part-props.ts";
import { Origins } from "./origins.tsx";
import * as texts from "./texts.ts";

/** The binding next to what it leads to. */
export function ServiceBinding({ loaded: { row } }: PartProps) {
  return (
    <Card title={texts.resolved} about={texts.whatSearchesUse}>
      <Origins service={String(row.service)} environment={String(row.environment ?? "")} />
    </Card>
  );
}
