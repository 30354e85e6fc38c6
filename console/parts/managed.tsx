/** Which set owns a row, where one does. */
import { Badge } from "@mantine/core";

export function Managed({ set }: { readonly set: string | null }) {
  if (set === null) return null;
  return (
    <Badge variant="default" size="sm" tt="none" fw={500} style={{ maxWidth: "100%" }}>
      Managed by <span className="mono">{set}</span>
    </Badge>
  );
}
