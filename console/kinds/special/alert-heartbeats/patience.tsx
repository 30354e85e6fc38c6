/** Below the grace: whether a heartbeat waits long enough for the reports that are its signals. */
import { Text } from "@mantine/core";
import { impatience } from "../../../../src/kernel/heartbeat-patience.ts";
import { RichText } from "../../../parts/rich-text.tsx";
import type { FieldPartProps } from "../../part-props.ts";
import * as texts from "./texts.ts";

export function Patience({ form }: FieldPartProps) {
  const { matchers, every_minutes, grace_minutes } = form.whole;
  const message = impatience({
    matchers: Array.isArray(matchers) ? matchers.filter((matcher) => matcher !== "") : [],
    every_minutes: Number(every_minutes ?? Number.NaN),
    grace_minutes: Number(grace_minutes ?? Number.NaN),
  });
  if (message === undefined) return null;
  return (
    <Text size="sm" role="note">
      <RichText of={texts.checkThisEveryAndGrace} strong={(part) => <b>{part}</b>} message={message} />
    </Text>
  );
}
