/** Below the secret of the webhook, while a source is made: one that nobody can guess. */

import { SmallButton } from "../../../parts/buttons.tsx";
import { Quiet } from "../../../parts/text.tsx";
import type { FieldPartProps } from "../../part-props.ts";
import * as texts from "./texts.ts";

export function NewSecret({ form, name }: Pick<FieldPartProps, "form" | "name">) {
  const make = () => {
    const bytes = crypto.getRandomValues(new Uint8Array(24));
    form.set(name, [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join(""));
  };
  return (
    <div>
      <SmallButton onClick={make}>{texts.makeSecret}</SmallButton>
      <Quiet mt={4}>{texts.learnsHelp}</Quiet>
    </div>
  );
}
