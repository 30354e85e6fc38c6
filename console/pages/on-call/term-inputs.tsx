/** From when until when, typed on the clocks of the rota's zone, which they name. */
import { SimpleGrid } from "@mantine/core";
import { MomentInput } from "../../parts/until-input.tsx";
import * as texts from "./texts.ts";

/** RFC 3339; undefined until it is a whole moment. */
export interface Typed {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

interface TermInputsProps {
  readonly term: Typed;
  readonly set: (term: Typed) => void;
  readonly zone: string;
  /** Whether an empty beginning is now. */
  readonly orNow?: boolean;
  /** Of what goes the other way in a swap. */
  readonly isReturn?: boolean;
  /** What the service says of the beginning and the end. */
  readonly errors: readonly (string | undefined)[];
}

export function TermInputs({ term, set, zone, orNow = false, isReturn = false, errors }: TermInputsProps) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <MomentInput
        label={isReturn ? texts.returnFrom : texts.from}
        zone={zone}
        moment={term.from}
        set={(from) => set({ ...term, from })}
        error={errors[0]}
        about={orNow ? texts.emptyIsNow : ""}
      />
      <MomentInput
        label={isReturn ? texts.returnUntil : texts.until}
        zone={zone}
        from={term.from}
        moment={term.to}
        set={(to) => set({ ...term, to })}
        error={errors[1]}
      />
    </SimpleGrid>
  );
}
