/** The name of a service as people type it: known ones are offered, and a name that is new is said to be. */
import { Autocomplete, type AutocompleteProps } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { offeredQuery } from "../api/service-queries.ts";
import { Fine } from "../parts/text.tsx";
import { useOrganization } from "../shell/session.ts";
import * as texts from "./texts.ts";

interface ServiceTextProps extends Omit<AutocompleteProps, "data" | "filter" | "value" | "onChange"> {
  readonly value: string;
  readonly onChange: (text: string) => void;
}

export function ServiceText({ value, onChange, disabled = false, ...input }: ServiceTextProps) {
  const org = useOrganization()?.slug ?? "";
  const sought = value.trim();
  const [settled] = useDebouncedValue(sought, 150);
  const { data, isPlaceholderData } = useQuery({
    ...offeredQuery(org, settled),
    enabled: !disabled,
    placeholderData: keepPreviousData,
  });
  const names = (data?.data ?? []).map(({ service }) => service);
  const isAnswered = settled === sought && data !== undefined && !isPlaceholderData && !disabled;
  return (
    <div>
      <Autocomplete
        {...input}
        disabled={disabled}
        value={value}
        // Until the answer for the last letter is there, what is shown of the one before fits it all the same.
        data={names.filter((name) => name.toLowerCase().includes(sought.toLowerCase()))}
        filter={({ options }) => options}
        onChange={onChange}
      />
      {/* It keeps its room while it has nothing to say, so that nothing below moves. */}
      <Fine mih="1.55em" mt={2} aria-live="polite">
        {isAnswered && sought !== "" ? hintOf(sought, names) : null}
      </Fine>
    </div>
  );
}

/** What there is to say of a name that no row or alert holds. */
function hintOf(name: string, names: readonly string[]): string | null {
  if (names.includes(name)) return null;
  const alike = names.find((known) => known.toLowerCase() === name.toLowerCase());
  if (alike !== undefined) return texts.knownAsCapitalLettersCount(alike);
  return texts.newServiceNothingElseNames;
}
