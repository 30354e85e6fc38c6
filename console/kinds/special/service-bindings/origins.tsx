/** What a service is called in each backend, field by field, and from where that comes. */
import { Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Json } from "../../../../src/kernel/field.ts";
import type { JsonObject } from "../../../../src/kernel/validate.ts";
import { namedActions } from "../../../api/calls.ts";
import { readQuery } from "../../../api/queries.ts";
import { Loading } from "../../../parts/loading.tsx";
import { Status } from "../../../parts/status.tsx";
import { Fine, Quiet, Strong } from "../../../parts/text.tsx";
import { brief, words } from "../../../parts/words.ts";
import { useHere } from "../../../shell/session.ts";
import * as texts from "./texts.ts";

interface Origin {
  readonly value: Json;
  readonly origin: "override" | "discovery" | "convention" | "unbound";
  readonly note?: string;
}

const tones = { override: "good", discovery: "good", convention: "warning", unbound: "quiet" } as const;
const origins = {
  override: texts.override,
  discovery: texts.discovered,
  convention: texts.convention,
  unbound: texts.unbound,
} as const;

export function Origins({
  service,
  environment,
}: {
  readonly service: string;
  readonly environment: string;
}) {
  const here = useHere();
  const query = useQuery(
    readQuery<Record<string, Origin | string>>(here.slug, namedActions.resolveBindings, {
      service,
      environment,
    }),
  );
  const { data, error } = query;
  if (error !== null || data === undefined) return <Loading of={query} count={4} />;
  const fields = Object.entries(data).filter(
    (entry): entry is [string, Origin] => typeof entry[1] === "object",
  );
  return (
    <Stack gap="md">
      {fields.map(([name, { value, origin, note }]) => (
        <section key={name} aria-label={words(name)}>
          <Group justify="space-between" gap="xs" wrap="nowrap">
            <Strong>{words(name)}</Strong>
            <Status tone={tones[origin]} label={origins[origin]} />
          </Group>
          {origin === "unbound" ? null : <Value value={value} />}
          {note === undefined || origin === "unbound" ? null : <Fine mt={2}>{note}</Fine>}
        </section>
      ))}
    </Stack>
  );
}

/** One value, or one line for each item of a list. */
function Value({ value }: { readonly value: Json }) {
  const items = Array.isArray(value) ? (value as readonly Json[]) : [value];
  if (items.length === 0) {
    return <Quiet>{texts.none}</Quiet>;
  }
  return items.map((item) => (
    <Text key={JSON.stringify(item)} size="xs" className="mono" mt={2} style={{ overflowWrap: "anywhere" }}>
      {typeof item === "object" && item !== null && !Array.isArray(item)
        ? selector(item as JsonObject)
        : brief(item)}
    </Text>
  ));
}

/** `Namespace/metric {dimension="value"}`, as people write selectors. */
function selector({ namespace, metric_name, dimensions, ...rest }: JsonObject): string {
  const named = [namespace, metric_name].filter((part) => typeof part === "string" && part !== "").join("/");
  const pairs = (Array.isArray(dimensions) ? (dimensions as readonly JsonObject[]) : []).map(
    ({ name, value }) => `${String(name)}=${JSON.stringify(value)}`,
  );
  const others = Object.entries(rest).map(([name, part]) => `${name}=${JSON.stringify(part)}`);
  const all = [...pairs, ...others];
  return `${named}${all.length === 0 ? "" : ` {${all.join(", ")}}`}`;
}
