import { Select, type SelectProps } from "@mantine/core";
import { expiries } from "./expiries.ts";
import * as texts from "./texts.ts";

interface ExpirySelectProps
  extends Pick<SelectProps, "value" | "error" | "description" | "maw">,
    Partial<Pick<SelectProps, "data">> {
  /** @param expiry in days; empty for never */
  readonly change: (expiry: string) => void;
}

/** When a key or a token ends. */
export function ExpirySelect({ change, ...props }: ExpirySelectProps) {
  return (
    <Select
      label={texts.expires}
      data={expiries}
      allowDeselect={false}
      onChange={(value) => change(value ?? "")}
      {...props}
    />
  );
}
