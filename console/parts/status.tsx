/** A state as a dot and a word: colour never stands alone. */
import { Group, Text } from "@mantine/core";
import type { Tone } from "../../src/kernel/field.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { Faded } from "./text.tsx";
import { ago } from "./time.tsx";
import { phrase } from "./words.ts";

export interface StatusProps {
  readonly tone: Tone;
  readonly label: string;
  /** The row that is in the state: it may say of a failure what it was, and when. */
  readonly row?: JsonObject | undefined;
}

export function Status({ tone, label, row }: StatusProps) {
  const failure =
    row === undefined ? [] : ["warning", "bad"].includes(tone) ? failureOf(row) : absenceOf(row);
  return (
    <Group gap={8} wrap="nowrap" component="span" style={{ display: "inline-flex" }}>
      <span className="dot" data-tone={tone} aria-hidden />
      <Text span size="sm" className="state">
        {label}
        {failure.length === 0 ? null : (
          // Where there is little room, it stands below.
          <>
            {" "}
            <Faded visibleFrom="sm" style={{ whiteSpace: "nowrap" }}>
              {`· ${failure.join(" · ")}`}
            </Faded>
          </>
        )}
      </Text>
    </Group>
  );
}

/** Since when nobody knows it. */
function absenceOf({ status_since }: JsonObject): string[] {
  return typeof status_since === "string" ? [ago(status_since)] : [];
}

function failureOf({ last_error_kind, last_error_at }: JsonObject): string[] {
  return [
    ...(typeof last_error_kind === "string" && last_error_kind !== "other" ? [phrase(last_error_kind)] : []),
    ...(typeof last_error_at === "string" ? [ago(last_error_at)] : []),
  ];
}
