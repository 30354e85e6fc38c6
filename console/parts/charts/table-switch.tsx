/** Between a chart and the same figures in a table. */
import { Button } from "@mantine/core";
import * as texts from "./texts.ts";

interface TableSwitchProps {
  readonly asTable: boolean;
  readonly setAsTable: (asTable: boolean) => void;
}

export function TableSwitch({ asTable, setAsTable }: TableSwitchProps) {
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      color="gray"
      style={{ flex: "none" }}
      onClick={() => setAsTable(!asTable)}
    >
      {asTable ? texts.showAsAChart : texts.showAsATable}
    </Button>
  );
}
