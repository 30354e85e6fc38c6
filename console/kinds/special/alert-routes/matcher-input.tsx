/** A route's matchers as chips: a label, a comparison and a value, each with what alerts of the last week have. */
import { Box, Group, Select } from "@mantine/core";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { ListField, TextField } from "../../../../src/kernel/field.ts";
import { figure } from "../../../../src/kernel/readable.ts";
import { useCommon } from "../../../forms/common.ts";
import type { InputProps } from "../../../forms/context.ts";
import { ListInput } from "../../../forms/list.tsx";
import { Suggesting } from "../../../forms/suggesting.tsx";
import { useFlow } from "../../../parts/flow/use-flow.ts";
import { Fine } from "../../../parts/text.tsx";
import {
  type Comparison,
  comparisons,
  countOf,
  type KnownText,
  type Matcher,
  matcherOf,
  namesFor,
  ofChip,
  settled,
  valuesFor,
  withChosen,
  withComparison,
  withName,
} from "./matcher-chip.ts";
import * as texts from "./texts.ts";

export function MatchersInput(props: InputProps) {
  return <ListInput {...props} field={props.field as ListField} Inner={MatcherInput} />;
}

function MatcherInput(props: InputProps) {
  const { value, onChange, label = texts.matcher } = props;
  const { error, disabled, "data-path": path } = useCommon({ ...props, field: props.field as TextField });
  const known = useFlow().data?.labels ?? [];
  const text = typeof value === "string" ? value : "";
  const [own, setOwn] = useState(() => matcherOf(text));
  // What was thrown away or came from elsewhere is read anew.
  const matcher = own.text === text ? own : matcherOf(text);
  const values = useRef<HTMLInputElement>(null);
  const [goes, setGoes] = useState(false);
  useEffect(() => {
    if (goes) values.current?.focus();
    setGoes(false);
  }, [goes]);
  const put = (next: Matcher) => {
    setOwn(next);
    if (next.text !== text) onChange(next.text);
  };
  /** A label that is written leads to its value. */
  const goOn = (next: Matcher) => {
    put(next);
    setGoes(true);
  };
  const keys = (event: KeyboardEvent) => {
    const next = settled(matcher);
    const onward = event.key === "Enter" || (event.key === "Tab" && !event.shiftKey);
    if (!onward || event.defaultPrevented || matcher.chip !== undefined || next.chip?.value !== "") return;
    event.preventDefault();
    goOn(next);
  };
  const { chip } = matcher;
  const shared = { disabled, error: error !== undefined, className: "mono-input" };
  return (
    <Box data-path={path}>
      <Group gap={4} className="matcher" wrap="wrap">
        <Suggesting
          {...shared}
          aria-label={label}
          placeholder={texts.severityOrSeverityCritical}
          style={{ flex: "1 1 150px" }}
          autoFocus={text === ""}
          value={chip?.name ?? text}
          onChange={(typed) => put(withName(matcher, typed))}
          onBlur={() => put(settled(matcher))}
          onKeyDown={keys}
          offers={(chip === undefined ? namesFor(text, known) : []).map(offer)}
          onChoose={(name) => goOn(settled({ text: name, chip: undefined }))}
        />
        {chip === undefined ? null : (
          <>
            <Select
              aria-label={texts.comparison(label)}
              w={148}
              allowDeselect={false}
              disabled={disabled}
              data={Object.entries(comparisons).map(([op, said]) => ({ value: op, label: said }))}
              value={chip.op}
              onChange={(op) => put(withComparison(matcher, (op ?? chip.op) as Comparison))}
            />
            <Suggesting
              {...shared}
              ref={values}
              aria-label={texts.value(label)}
              placeholder={texts.itsValue}
              style={{ flex: "1 1 150px" }}
              value={chip.value}
              onChange={(typed) => put(ofChip({ ...chip, value: typed }))}
              offers={valuesFor(chip, known).map(offer)}
              onChoose={(chosen) => put(withChosen(chip, chosen))}
            />
          </>
        )}
      </Group>
      <Said error={error} count={chip === undefined ? undefined : countOf(chip, known)} />
    </Box>
  );
}

function Said({ error, count }: { readonly error: string | undefined; readonly count: number | undefined }) {
  if (error !== undefined)
    return (
      <Fine c="var(--mantine-color-error)" role="alert" mt={2}>
        {error}
      </Fine>
    );
  // It keeps its room while it has nothing to say, so that nothing below moves.
  return (
    <Fine mt={2} mih="1.55em">
      {count === undefined ? null : texts.alertsOfTheLastWeek(count)}
    </Fine>
  );
}

function offer({ text, count }: KnownText) {
  return { value: text, label: text, note: figure(count) };
}
