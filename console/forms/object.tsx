/** An object: its fields together, or where exactly one of them is present a choice of which. */
import { Box, Button, Group, Input, Select, SimpleGrid, Stack } from "@mantine/core";
import { alternativesOf, partsOf, spelledOut } from "../../src/kernel/alternatives.ts";
import type { ItemField, Json, ObjectField } from "../../src/kernel/field.ts";
import { isObject, type JsonObject } from "../../src/kernel/validate.ts";
import { SmallButton } from "../parts/buttons.tsx";
import { Quiet } from "../parts/text.tsx";
import { labelOf } from "../parts/words.ts";
import { useCommon } from "./common.ts";
import type { OuterInputProps } from "./context.ts";
import * as texts from "./texts.ts";

export function ObjectInput(props: OuterInputProps<ObjectField>) {
  const { path, field, value, onChange, label: itemLabel } = props;
  const { label, description, error, disabled } = useCommon(props);
  const whole = spelledOut(field, value ?? null);
  const present: JsonObject | null = isObject(whole) ? whole : null;
  const inside =
    present === null ? null : field.exactlyOne ? (
      <OneOf {...props} present={present} />
    ) : (
      <Members {...props} present={present} names={Object.keys(field.fields)} />
    );
  const together = itemLabel !== undefined && Object.values(field.fields).every(({ type }) => isShort(type));
  return (
    <Box role="group" aria-label={label} data-path={path}>
      {itemLabel === undefined ? (
        <Group justify="space-between">
          <Input.Label component="div">{label}</Input.Label>
          {present !== null && field.nullable && !disabled ? (
            <Button size="compact-xs" variant="subtle" color="gray" onClick={() => onChange(null)}>
              {texts.remove}
            </Button>
          ) : null}
        </Group>
      ) : null}
      {present === null ? (
        <Group gap="xs" mt={4}>
          <Quiet>{texts.notSet}</Quiet>
          {disabled ? null : <SmallButton onClick={() => onChange({})}>{texts.set}</SmallButton>}
        </Group>
      ) : (
        <Stack
          gap="sm"
          mt={4}
          pl={itemLabel === undefined ? "md" : 0}
          className={itemLabel === undefined ? "nest" : ""}
        >
          {together ? (
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
              {inside}
            </SimpleGrid>
          ) : (
            inside
          )}
        </Stack>
      )}
      {error === undefined ? null : <Input.Error mt={4}>{error}</Input.Error>}
      {description === undefined ? null : <Input.Description mt={4}>{description}</Input.Description>}
    </Box>
  );
}

/** Numbers and choices: two of them stand next to each other. */
function isShort(type: ItemField["type"]): boolean {
  return type === "integer" || type === "number" || type === "choice" || type === "boolean";
}

interface Inside extends OuterInputProps<ObjectField> {
  readonly present: JsonObject;
}

function Members({
  path,
  field,
  present,
  onChange,
  disabled,
  names,
  Inner,
}: Inside & { readonly names: readonly string[] }) {
  return names.map((name) => {
    const inner = field.fields[name] as ItemField;
    return (
      <Inner
        key={name}
        name={name}
        path={`${path}.${name}`}
        field={inner}
        value={present[name]}
        disabled={disabled}
        onChange={(next) => onChange(withMember(present, name, inner, next))}
      />
    );
  });
}

function OneOf(props: Inside) {
  const { field, present, onChange, disabled = false } = props;
  const alternatives = alternativesOf(field);
  const chosen = Object.keys(present).find((name) => alternatives.includes(name));
  const inner = chosen === undefined ? undefined : field.fields[chosen];
  const inRow = inner !== undefined && inner.type !== "object" && inner.type !== "list";
  return (
    <SimpleGrid cols={{ base: 1, sm: inRow ? 2 : 1 }} spacing="sm">
      <Select
        label={texts.kind}
        disabled={disabled}
        maw={inRow ? undefined : 260}
        allowDeselect={false}
        placeholder={texts.choose}
        data={alternatives.map((name) => ({
          value: name,
          label: labelOf(name, field.fields[name]),
        }))}
        value={chosen ?? null}
        onChange={(name) => name !== null && onChange({ [name]: start(field.fields[name] as ItemField) })}
      />
      {chosen === undefined ? null : <Members {...props} names={[chosen, ...partsOf(field, chosen)]} />}
    </SimpleGrid>
  );
}

function start(field: ItemField): Json {
  if (field.type === "object") return {};
  return field.type === "list" ? [] : field.type === "text" ? "" : null;
}

/** An emptied member that may stay away is left out, and so is one whose default takes over. */
export function withMember(
  present: JsonObject,
  name: string,
  field: Pick<ItemField, "optional">,
  value: Json | undefined,
): JsonObject {
  const { [name]: _, ...rest } = present;
  const gone = value === undefined || (field.optional === true && (value === "" || value === null));
  return gone ? rest : { ...rest, [name]: value };
}
