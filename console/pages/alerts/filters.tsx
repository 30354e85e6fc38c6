/** What narrows the list of alerts. */
import { Kbd, Select, SimpleGrid, TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { type RefObject, useState } from "react";
import type { Alert } from "../../api/alert-shapes.ts";
import { SmallButton } from "../../parts/buttons.tsx";
import { useOwnText } from "../../parts/own-text.ts";
import { words } from "../../parts/words.ts";
import * as texts from "./texts.ts";
import { type AlertSearch, choicesOf, groupings, none, severities } from "./view.ts";

const narrowing = ["severity", "service", "route", "muted"] as const;

interface FiltersProps {
  readonly search: AlertSearch;
  /** By what they are grouped, asked for or not. */
  readonly group: string | undefined;
  /** Of the tab, before they are narrowed. */
  readonly alerts: readonly Alert[];
  readonly input: RefObject<HTMLInputElement | null>;
  /** Leaves the search's field for the list. */
  readonly toList: () => void;
}

export function Filters({ search, group, alerts, input, toList }: FiltersProps) {
  const go = useNavigate();
  const set = (name: keyof AlertSearch, value: string | null) => {
    const next = Object.entries({ ...search, [name]: value ?? "" }).filter(([, text]) => text !== "");
    void go({ to: ".", search: Object.fromEntries(next), replace: true });
  };
  const [opened, setOpened] = useState(false);
  // On a small screen they would stand in the way of the alerts.
  const hiding = opened ? {} : ({ visibleFrom: "sm" } as const);
  const active = narrowing.filter((name) => search[name] !== undefined).length;
  const text = useOwnText(search.q ?? "", (next) => set("q", next));
  const { services, routes } = choicesOf(alerts, search);
  const select = (
    name: keyof AlertSearch,
    label: string,
    data: readonly { value: string; label: string }[],
  ) => (
    <Select
      {...hiding}
      label={label}
      size="xs"
      clearable
      clearButtonProps={{ "aria-label": texts.clear(label.toLowerCase()) }}
      placeholder={texts.any}
      data={data}
      value={search[name] ?? null}
      onChange={(value) => set(name, value)}
    />
  );
  const named = (values: readonly string[], missing: string) =>
    values.map((value) => ({ value, label: value === none ? missing : value }));
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="sm" mb="md" style={{ alignItems: "end" }}>
      <TextInput
        ref={input}
        label={texts.search}
        size="xs"
        placeholder={texts.titleOrLabelValue}
        rightSection={<Kbd size="xs">/</Kbd>}
        {...text}
        onKeyDown={({ key }) => {
          if (key === "Enter" || key === "Escape") toList();
        }}
      />
      <SmallButton hiddenFrom="sm" aria-expanded={opened} onClick={() => setOpened(!opened)}>
        {texts.filters(active === 0 ? "" : ` · ${active}`)}
      </SmallButton>
      {select("severity", texts.severity, [
        ...severities.map((value) => ({ value, label: words(value) })),
        { value: none, label: texts.unknown },
      ])}
      {select("service", texts.service, named(services, texts.noService))}
      {select("route", texts.route, named(routes, texts.noRoute))}
      {select("muted", texts.muted, [
        { value: "yes", label: texts.muted },
        { value: "no", label: texts.notMuted },
      ])}
      <Select
        {...hiding}
        label={texts.groupBy}
        size="xs"
        clearable
        clearButtonProps={{ "aria-label": texts.clearGroupBy }}
        placeholder={texts.nothing}
        data={groupings.map((value) => ({ value, label: words(value) }))}
        value={groupings.find((one) => one === group) ?? null}
        // Many are grouped unless somebody says no.
        onChange={(value) => set("group", value ?? none)}
      />
    </SimpleGrid>
  );
}
