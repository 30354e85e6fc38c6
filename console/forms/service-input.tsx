/** The input of a field that holds the name of a service. */
import type { TextField } from "../../src/kernel/field.ts";
import { useDefinitions } from "../api/queries.ts";
import { medium, useCommon } from "./common.ts";
import type { InputProps } from "./context.ts";
import { placeholderOf } from "./help.ts";
import { ServiceText } from "./service-text.tsx";

export function ServiceInput(props: InputProps<TextField>) {
  const { field, value, onChange } = props;
  const { examples } = useDefinitions();
  return (
    <ServiceText
      {...useCommon(props)}
      styles={medium}
      placeholder={placeholderOf(field, examples)}
      value={typeof value === "string" ? value : ""}
      onChange={(text) => onChange(text === "" && field.nullable ? null : text)}
    />
  );
}
