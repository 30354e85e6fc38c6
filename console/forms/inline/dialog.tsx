/** The form of a new row in a dialog: what waits for it stays below as it was. */
import { Breadcrumbs, Modal, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { useDefinition, useDefinitions } from "../../api/queries.ts";
import { useSpecial } from "../../kinds/use-special.ts";
import { QuietButton } from "../../parts/buttons.tsx";
import { Rows, Soon } from "../../parts/page.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Quiet } from "../../parts/text.tsx";
import { oneOf } from "../../parts/words.ts";
import { useHere } from "../../shell/session.ts";
import type { Draft } from "../draft.ts";
import { firstToType } from "../first-field.ts";
import { DiscardDialog } from "../leave-dialog.tsx";
import { RowFormView } from "../row-form.tsx";
import { useBeginning } from "../use-beginning.ts";
import { useRowForm } from "../use-row-form.ts";
import { type Offer, offersOf } from "../vendors/offers.ts";
import { VendorTiles } from "../vendors/tiles.tsx";
import * as texts from "./texts.ts";

interface InlineDialogProps {
  readonly kind: string;
  /** The kinds whose forms are open, this one last. */
  readonly trail: readonly string[];
  readonly values: Draft;
  readonly close: () => void;
  readonly onMade: (id: string) => void;
}

export function InlineDialog({ kind, ...props }: InlineDialogProps) {
  const definition = useDefinition(kind);
  return definition === undefined ? null : <NewInDialog {...props} definition={definition} />;
}

interface NewInDialogProps extends Omit<InlineDialogProps, "kind"> {
  readonly definition: Definition;
}

function NewInDialog({ definition, trail, close, ...fresh }: NewInDialogProps) {
  const { kinds } = useDefinitions();
  const small = useMediaQuery("(max-width: 48em)");
  const [touched, setTouched] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const here = useHere();
  const { ownForms = {} } = useSpecial(definition.kind);
  const [chosen, setChosen] = useState<Offer>();
  const offers = chosen === undefined ? offersOf(here.slug, definition, {}, ownForms) : [];
  const titles = trail.map((kind) => {
    const one = kinds.find((definition) => definition.kind === kind);
    return one === undefined ? "" : texts.newOne(oneOf(one));
  });
  return (
    <Modal
      opened
      onClose={() => (touched ? setConfirming(true) : close())}
      title={<Trail titles={titles} />}
      size="xl"
      centered={false}
      fullScreen={small === true}
      // A stray press next to the form must not cost what was typed.
      closeOnClickOutside={false}
      returnFocus={false}
    >
      <Quiet mb="md">{definition.description}</Quiet>
      {offers.length > 0 ? (
        <VendorTiles offers={offers} choose={setChosen} />
      ) : (
        <Chosen
          key={chosen?.title}
          {...fresh}
          definition={definition}
          offer={chosen}
          touch={setTouched}
          back={() => {
            setTouched(false);
            setChosen(undefined);
          }}
        />
      )}
      {confirming ? (
        <DiscardDialog
          what={texts.theNew(oneOf(definition))}
          stay={() => setConfirming(false)}
          leave={close}
        />
      ) : null}
    </Modal>
  );
}

function Trail({ titles }: { readonly titles: readonly string[] }) {
  return (
    <Breadcrumbs separator="›" separatorMargin={6} style={{ flexWrap: "wrap" }}>
      {titles.map((title, index) => (
        <Text
          // biome-ignore lint/suspicious/noArrayIndexKey: a kind may stand in the trail twice
          key={index}
          span
          inherit
          {...(index < titles.length - 1 ? { c: "dimmed", fw: 400 } : {})}
        >
          {title}
        </Text>
      ))}
    </Breadcrumbs>
  );
}

interface ChosenProps {
  readonly definition: Definition;
  readonly values: Draft;
  /** The vendor, of a kind that has some. */
  readonly offer: Offer | undefined;
  readonly touch: (touched: boolean) => void;
  readonly onMade: (id: string) => void;
  /** To the vendors again. */
  readonly back: () => void;
}

function Chosen(props: ChosenProps) {
  const { definition, values, offer, touch, onMade } = props;
  const { beginning, query } = useBeginning(definition, offer?.values ?? {});
  const own = offer?.own;
  const touched = own !== undefined;
  useEffect(() => touch(touched), [touch, touched]);
  if (own !== undefined) {
    const { Form } = own;
    return (
      <Soon>
        <Form called={typeof values.name === "string" ? values.name : ""} onMade={onMade} />
      </Soon>
    );
  }
  if (beginning !== undefined) return <Fresh {...props} start={beginning} />;
  return query.error === null ? <Rows /> : <Refusal error={query.error} again={query} />;
}

function Fresh({ definition, values, start, touch, onMade, back }: ChosenProps & { readonly start: Draft }) {
  const here = useHere();
  const form = useRowForm({
    org: here.slug,
    definition,
    loaded: undefined,
    start: { ...start },
    onSaved: (row) => onMade(String(row.id)),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form is opened
  useEffect(() => {
    for (const [field, value] of Object.entries(values)) form.set(field, value);
  }, []);
  const touched =
    form.unread.size > 0 || Object.entries(form.draft).some(([field, value]) => values[field] !== value);
  useEffect(() => touch(touched), [touch, touched]);
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const first = place.current === null ? undefined : firstToType(place.current);
    // The dialog looks for it when it opens, and may have done so already.
    first?.setAttribute("data-autofocus", "");
    first?.focus();
  }, []);
  return (
    <div ref={place}>
      <RowFormView
        org={here.slug}
        definition={definition}
        form={form}
        another={<QuietButton onClick={back}>{texts.chooseAnother}</QuietButton>}
      />
    </div>
  );
}
