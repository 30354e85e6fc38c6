import { Card } from "../../../parts/card.tsx";
import type { PartProps } from "../../part-props.ts";
import { Origins } from "./origins.tsx";

/** The binding next to what it leads to. */
export function ServiceBinding({ loaded: { row } }: PartProps) {
  return (
    <Card title="Resolved" about="What searches use, and where each value comes from.">
      <Origins service={String(row.service)} environment={String(row.environment ?? "")} />
    </Card>
  );
}
