/** Days and moments: half of one, or a time that the clocks skip, is refused and never moved. */
import { TextInput } from "@mantine/core";
import { useContext, useEffect, useState } from "react";
import type { DateField, TimestampField } from "../../src/kernel/field.ts";
import { dayText, minuteText } from "../../src/kernel/readable.ts";
import { typedDay, typedMoment, writtenMoment } from "../parts/spoken-time.ts";
import { useTypedZone } from "../parts/time.tsx";
import { narrow, useCommon } from "./common.ts";
import { FormContext, type InputProps } from "./context.ts";
import { Presets } from "./presets.tsx";
import * as texts from "./texts.ts";
import { after, beginningOf, isEnd, lengthPresets, timePresets } from "./time-presets.ts";
import { useEmptied, useTyped } from "./typed.ts";

export function TimestampInput(props: InputProps<TimestampField>) {
  const { description, ...common } = useCommon(props);
  const zone = useTypedZone();
  // As of when the form was opened: they must not move under somebody's hand.
  const [now] = useState(Date.now);
  // started_at, resolved_at: what has happened is not to come.
  const isOver = props.name.endsWith("ed_at");
  const from = useBeginning(props);
  const typed = useTyped(props, {
    empty: useEmptied(props),
    write: (moment) => (Number.isNaN(Date.parse(String(moment))) ? "" : writtenMoment(String(moment), zone)),
    read(text) {
      const read = typedMoment(text, { zone, now, from, dateAlone: isOver });
      if ("moment" in read) return { value: read.moment };
      return { problem: "skipped" in read ? texts.isSkippedByTheClocks(zone) : texts.isAnIncompleteDate };
    },
  });
  const lengths = useLengths(props, typed.put);
  const offered = common.disabled || isOver ? [] : timePresets(now, zone, isEnd(props.name));
  const presets =
    lengths ??
    offered.map(({ text, moment }) => ({
      text,
      chosen: props.value === moment,
      choose: () => typed.put(moment),
    }));
  // What the text stands for: "monday" is a day that may not be the one that was meant.
  const chosen = Number.isNaN(Date.parse(String(props.value)))
    ? ""
    : `: ${minuteText(String(props.value), zone)}`;
  return (
    <TextInput
      {...common}
      inputContainer={(input) => (
        <>
          {input}
          <Presets presets={presets} />
        </>
      )}
      // No picker of the browser: it writes the clock of its own language, with a.m. and p.m.
      autoComplete="off"
      placeholder={isOver ? texts.dateExample : texts.timeExample}
      description={`${description ?? ""} ${texts.inZone(zone, chosen)}`.trim()}
      styles={narrow}
      error={typed.problem ?? common.error}
      {...typed.input}
    />
  );
}

/** The beginning from which an end counts, in RFC 3339; undefined while it is not set, and of what is no end. */
function useBeginning({ name, path, disabled }: InputProps): string | undefined {
  const { current } = useContext(FormContext);
  // Only of the row itself: parts of it have beginnings of their own.
  const of = path === name && disabled !== true ? beginningOf(name) : undefined;
  const set = of === undefined ? undefined : current(of);
  return typeof set === "string" && !Number.isNaN(Date.parse(set)) ? set : undefined;
}

/** Of an end whose beginning is set: lengths that count from it, and go with it when it is moved. Undefined for others. */
function useLengths(props: InputProps, put: (moment: string) => void) {
  const { value } = props;
  const beginning = useBeginning(props);
  const [chosen, setChosen] = useState<{ readonly lasting: number; readonly end: string }>();
  const moved = chosen !== undefined && value === chosen.end && beginning !== undefined;
  const end = moved ? after(beginning, chosen.lasting) : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the beginning alone
  useEffect(() => {
    if (chosen === undefined || end === undefined || end === chosen.end) return;
    setChosen({ ...chosen, end });
    put(end);
  }, [end]);
  if (beginning === undefined) return undefined;
  return lengthPresets.map(({ text, lasting }) => ({
    text,
    chosen: value === after(beginning, lasting),
    choose() {
      setChosen({ lasting, end: after(beginning, lasting) });
      put(after(beginning, lasting));
    },
  }));
}

export function DateInput(props: InputProps<DateField>) {
  const { description, ...common } = useCommon(props);
  const chosen = typeof props.value === "string" ? ` ${dayText(props.value)}.` : "";
  const typed = useTyped(props, {
    empty: useEmptied(props),
    write: String,
    read(text) {
      const day = typedDay(text);
      return day === undefined ? { problem: texts.isAnIncompleteDateOrOne } : { value: day };
    },
  });
  return (
    <TextInput
      {...common}
      // No picker of the browser: it writes in the order of its own language.
      autoComplete="off"
      placeholder={texts.dayExample}
      description={`${description ?? ""}${chosen}`.trim()}
      styles={narrow}
      error={typed.problem ?? common.error}
      {...typed.input}
    />
  );
}
