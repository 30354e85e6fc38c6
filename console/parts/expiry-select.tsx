import { Select, type SelectProps } from "@mantine/core";
import { dayText } from "../../src/kernel/readable.ts";
import { expiries, expiryAt } from "./expiries.ts";
import { toLocal } from "./local-time.ts";
import * as texts from "./texts.ts";
import { useTimeZone } from "./time.tsx";

interface ExpirySelectProps extends Pick<SelectProps, "error" | "maw">, Partial<Pick<SelectProps, "data">> {
  readonly value: string;
  readonly description?: string;
  /** @param expiry in days; empty for never */
  readonly change: (expiry: string) => void;
}

/** When a key or a token ends, with the day that this is. */
export function ExpirySelect({ change, value, description = "", ...props }: ExpirySelectProps) {
  const zone = useTimeZone();
  const end = /^\d+$/.test(value) ? expiryAt(value) : null;
  const on = end === null ? "" : texts.endsOn(dayText(toLocal(end, zone).slice(0, 10)), zone);
  return (
    <Select
      label={texts.expires}
      data={expiries}
      allowDeselect={false}
      value={value}
      description={`${on} ${description}`.trim()}
      onChange={(days) => change(days ?? "")}
      {...props}
    />
  );
}
