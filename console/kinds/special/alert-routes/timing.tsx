/** Over what is advanced of a route: when its messages leave, in words. */
import { Quiet } from "../../../parts/text.tsx";
import type { FormPartProps } from "../../part-props.ts";
import { timingWords } from "./timing-words.ts";

export function TimingWords({ form: { whole } }: Pick<FormPartProps, "form">) {
  const number = (name: string) => Number(whole[name] ?? 0);
  const { group_by } = whole;
  return (
    <Quiet mt={4} aria-live="polite">
      {timingWords({
        group_by: Array.isArray(group_by) ? group_by.map(String) : [],
        group_wait_seconds: number("group_wait_seconds"),
        group_interval_seconds: number("group_interval_seconds"),
        repeat_interval_seconds: number("repeat_interval_seconds"),
      })}
    </Quiet>
  );
}
