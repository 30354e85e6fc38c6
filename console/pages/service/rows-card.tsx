/** The rows of one kind that a service has, each a link with its state. */
import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Suspense } from "react";
import { figure } from "../../../src/kernel/readable.ts";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { useDefinition } from "../../api/queries.ts";
import type { KindRows } from "../../api/service-shapes.ts";
import { namingField } from "../../forms/prefilled.ts";
import { specialOf } from "../../kinds/special.ts";
import { Card } from "../../parts/card.tsx";
import { Rows } from "../../parts/page.tsx";
import { newPath, rowPath } from "../../parts/paths.ts";
import { Status } from "../../parts/status.tsx";
import { Quiet } from "../../parts/text.tsx";
import { rankOf, stateOf, troubleOf } from "../../parts/tones.ts";
import { brief, nameOf, oneOf, words } from "../../parts/words.ts";
import { useHere } from "../../shell/session.ts";
import * as texts from "./texts.ts";

interface RowsCardProps {
  readonly service: string;
  readonly section: KindRows;
  /** Whether the rows name the service themselves, and do not only stand next to such rows. */
  readonly own: boolean;
}

export function RowsCard({ service, section: { kind, total, data }, own }: RowsCardProps) {
  const definition = useDefinition(kind);
  if (definition === undefined) return null;
  const { ServiceRows } = specialOf(kind);
  const title =
    !own && namingField(definition) !== undefined
      ? texts.ofOtherServices(definition.title)
      : definition.title;
  return (
    <Card
      title={title}
      more={total > 1 ? ` · ${figure(total)}` : ""}
      action={own ? <AddRow definition={definition} service={service} /> : null}
    >
      {ServiceRows === undefined ? (
        <Stack gap={10}>
          {worstFirst(definition, data).map((row) => (
            <RowLine key={String(row.id)} definition={definition} row={row} />
          ))}
        </Stack>
      ) : (
        <Suspense fallback={<Rows count={3} />}>
          <ServiceRows definition={definition} rows={worstFirst(definition, data)} />
        </Suspense>
      )}
      {total > data.length ? (
        <Quiet mt="sm">
          {texts.moreAreInTheList(figure(total - data.length), definition.title.toLowerCase())}
        </Quiet>
      ) : null}
    </Card>
  );
}

/** Opens a new row of the kind that names the service already. */
export function AddRow({
  definition,
  service,
}: {
  readonly definition: Definition;
  readonly service: string;
}) {
  const here = useHere();
  const field = namingField(definition);
  if (field === undefined || !here.allows(definition.level)) return null;
  return (
    <Button
      component={Link}
      to={newPath(here.slug, definition.kind)}
      search={{ [field]: service } as never}
      size="compact-sm"
      variant="subtle"
      mr={-8}
      aria-label={texts.addOne(oneOf(definition))}
    >
      {texts.add}
    </Button>
  );
}

export function RowLine({ definition, row }: { readonly definition: Definition; readonly row: JsonObject }) {
  const here = useHere();
  const state = stateOf(definition.fields, row);
  return (
    <Group justify="space-between" wrap="nowrap" gap="md" align="baseline">
      <Text size="sm" className="clip">
        <Anchor component={Link} to={rowPath(here.slug, definition.kind, String(row.id))} inherit fw={550}>
          {ownName(definition, row)}
        </Anchor>
      </Text>
      {state === undefined ? null : (
        <span style={{ flex: "none" }}>
          <Status tone={state.tone} label={words(state.value)} row={row} />
        </span>
      )}
    </Group>
  );
}

/** What people call the row on the page of its service, which they know already. */
export function ownName(definition: Definition, row: JsonObject): string {
  const naming = namingField(definition);
  const { naturalKey, fields } = definition;
  if (naming === undefined || !naturalKey.includes(naming)) return nameOf(definition, row);
  const rest = naturalKey.filter((name) => name !== naming && fields[name]?.type === "text");
  const own = rest.map((name) => brief(row[name])).join(" / ");
  return own === "" ? words(oneOf(definition)) : own;
}

export function worstFirst({ fields }: Definition, rows: readonly JsonObject[]): readonly JsonObject[] {
  const rank = (row: JsonObject) => rankOf(troubleOf(fields, row)?.tone ?? "good");
  return [...rows].sort((a, b) => rank(a) - rank(b));
}
