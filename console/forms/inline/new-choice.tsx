/** Among the rows that can be chosen stands a new one, called as somebody typed. */
import { Anchor, type ComboboxItem, type OptionsFilter } from "@mantine/core";
import { useContext } from "react";
import type { Json } from "../../../src/kernel/field.ts";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { useDefinition } from "../../api/queries.ts";
import { oneOf } from "../../parts/words.ts";
import { FormContext, type FormState } from "../context.ts";
import type { Draft } from "../draft.ts";
import { useInlineCreate } from "./context.ts";
import * as texts from "./texts.ts";

/** No id looks like it. */
const newOne = "+new";

export interface NewChoiceOptions {
  readonly kind: string;
  readonly choices: readonly ComboboxItem[];
  /** Whether those are all: until then nobody knows that one is missing. */
  readonly known: boolean;
  /** What is typed in the input now. */
  readonly text: string;
  readonly onMade: (id: string) => void;
}

/** What an input of references is given so that a new row can be chosen. */
export function useNewChoice({ kind, choices, known, text, onMade }: NewChoiceOptions) {
  const create = useInlineCreate(kind);
  const definition = useDefinition(kind);
  const form = useContext(FormContext);
  if (create === undefined || definition === undefined)
    return { props: { data: [...choices] }, isNew: () => false, link: null };
  const one = oneOf(definition);
  const wanted = choices.some(({ label }) => label === text) ? "" : text.trim();
  const open = () => create({ values: valuesOf(definition, wanted, form), onMade });
  const label = wanted === "" ? texts.createANew(one) : texts.create(one, wanted);
  const filter: OptionsFilter = ({ options, search }) => {
    const sought = search.trim().toLowerCase();
    return options.filter(
      (option) =>
        !("value" in option) || option.value === newOne || option.label.toLowerCase().includes(sought),
    );
  };
  return {
    props: { data: known ? [...choices, { value: newOne, label }] : [...choices], filter },
    /** Whether the new one was chosen among the others; its form opens then. */
    isNew(id: string | null | undefined): boolean {
      if (id === newOne) open();
      return id === newOne;
    },
    link: (
      <Anchor component="button" type="button" onClick={open} inherit underline="always">
        {texts.newOne(one)}
      </Anchor>
    ),
  };
}

/** What the new row is called, and the service of the form that it is for. */
function valuesOf({ naturalKey, fields }: Definition, name: string, form: FormState): Draft {
  const named = naturalKey.filter((name) => {
    const field = fields[name];
    return field?.type === "text" && field.names === undefined;
  });
  const services = Object.keys(fields).flatMap((name): [string, Json][] => {
    const field = fields[name];
    const known = form.current(name);
    const is = field?.type === "text" && field.names === "service";
    return is && typeof known === "string" && known !== "" ? [[name, known]] : [];
  });
  const [called] = named.includes("name") ? ["name"] : named;
  return {
    ...Object.fromEntries(services),
    ...(called === undefined || name === "" ? {} : { [called]: name }),
  };
}
