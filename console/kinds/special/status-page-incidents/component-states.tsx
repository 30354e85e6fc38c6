/** What the page shows of the incident's components: changed together with the update, or left as it is. */
import { NativeSelect, Stack } from "@mantine/core";
import type { Definition } from "../../../../src/surfaces/console/definitions.ts";
import { useDefinition } from "../../../api/queries.ts";
import { PlainButton } from "../../../parts/buttons.tsx";
import type { Edit } from "../../../parts/plans/edit.ts";
import { Fine } from "../../../parts/text.tsx";
import { roleFor, words } from "../../../parts/words.ts";
import { useHere } from "../../../shell/session.ts";
import { kindNames } from "../../names.ts";
import * as texts from "./texts.ts";
import { type Component, isOver } from "./words.ts";

/** The chosen states by the ids of their components. */
export type States = Readonly<Record<string, string>>;

interface ComponentStatesProps {
  readonly components: readonly Component[];
  readonly chosen: States;
  readonly choose: (chosen: States) => void;
  /** The state that the update gives the incident; undefined before it is chosen. */
  readonly status: string | undefined;
}

const well = "operational";

export function ComponentStates({ components, chosen, choose, status }: ComponentStatesProps) {
  const here = useHere();
  const definition = useDefinition(kindNames.component) as Definition;
  const field = definition.fields.status;
  const choices = field?.type === "choice" ? field.choices : [];
  if (components.length === 0) return null;
  if (!here.allows(definition.level)) {
    return (
      <Fine mt="xs">
        {texts.componentsChangingTheirStatesNeeds(
          components.map(({ name, status }) => `${name} (${words(status)})`).join(", "),
          roleFor(definition),
        )}
      </Fine>
    );
  }
  const unwell = components.filter(({ id, status }) => (chosen[id] ?? status) !== well);
  return (
    <Stack gap="xs" mt="sm">
      {components.map(({ id, name, status: now }) => (
        <NativeSelect
          key={id}
          size="sm"
          label={texts.statusOf(name)}
          value={chosen[id] ?? now}
          data={choices.map((choice) => ({
            value: choice,
            label: choice === now ? texts.asItIs(words(choice)) : words(choice),
          }))}
          onChange={({ currentTarget }) => choose({ ...chosen, [id]: currentTarget.value })}
        />
      ))}
      {status !== undefined && isOver(status) && unwell.length > 0 ? (
        <PlainButton
          size="compact-sm"
          style={{ alignSelf: "start" }}
          onClick={() => choose({ ...chosen, ...Object.fromEntries(unwell.map(({ id }) => [id, well])) })}
        >
          {texts.setAllTo(words(well))}
        </PlainButton>
      ) : null}
    </Stack>
  );
}

/** What is to become of the components; none of those that stay as they are. */
export function stateEdits(components: readonly Component[], chosen: States): readonly Edit[] {
  return components.flatMap(({ id, status: now }): Edit[] => {
    const { [id]: status = now } = chosen;
    if (status === now) return [];
    return [{ op: "save", resource: kindNames.component, id, fields: { status } }];
  });
}
