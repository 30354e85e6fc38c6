/** Where the alerts go: one of the vendors that a target may be, and what that one asks for. */
import { Group, Radio, Stack } from "@mantine/core";
import { useState } from "react";
import type { Field } from "../../../src/kernel/field.ts";
import { variantsOf } from "../../../src/kernel/members.ts";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { FieldInput } from "../../forms/field.tsx";
import { SecretInput } from "../../forms/secret.tsx";
import type { Decided } from "../../forms/variant.ts";
import { VendorHeader } from "../../forms/vendors/header.tsx";
import * as texts from "./texts.ts";

interface ChannelProps {
  readonly definition: Definition;
  readonly decided: Decided;
  readonly target: JsonObject;
  readonly choose: (vendor: string) => void;
  readonly change: (target: JsonObject) => void;
}

export function Channel({ definition: { fields }, decided, target, choose, change }: ChannelProps) {
  // What it begins with comes first.
  const [first] = useState(decided.value);
  const vendors = Object.entries(variantsOf(fields[decided.name]) ?? {}).sort(
    ([one], [other]) => Number(other === first) - Number(one === first),
  );
  const asked = Object.keys(decided.variant.fields).filter((path) => decided.variant.fields[path]?.asked);
  return (
    <div>
      <Radio.Group label={texts.channel} value={decided.value} onChange={choose}>
        <Group gap="md" my={6}>
          {vendors.map(([vendor, { title }]) => (
            <Radio key={vendor} value={vendor} label={title} size="sm" />
          ))}
        </Group>
      </Radio.Group>
      <Stack gap="lg" mt="md" key={decided.value}>
        <VendorHeader variant={decided.variant} />
        {asked.map((name) => (
          <Wanted key={name} name={name} field={fields[name] as Field} target={target} change={change} />
        ))}
      </Stack>
    </div>
  );
}

interface WantedProps extends Pick<ChannelProps, "target" | "change"> {
  readonly name: string;
  readonly field: Field;
}

function Wanted({ name, field, target, change }: WantedProps) {
  const put = (value: JsonObject[string] | undefined) => {
    const { [name]: _, ...others } = target;
    change(value === undefined || value === null ? others : { ...others, [name]: value });
  };
  if (field.type === "computed") return null;
  if (field.type === "secret")
    return <SecretInput name={name} field={field} stored={false} value={target[name]} onChange={put} />;
  return <FieldInput name={name} path={name} field={field} value={target[name]} onChange={put} />;
}
