/** What needs attention next to what rows say of themselves. */

import type { ReactNode } from "react";
import type { Tone } from "../../../src/kernel/field.ts";
import { kindNames } from "../../kinds/names.ts";
import { Named } from "../cell.tsx";
import type { Again } from "../refusal.tsx";
import { rankOf } from "../tones.ts";
import { engineState } from "./state.ts";
import * as texts from "./texts.ts";
import { useRenders } from "./use-renders.ts";

/** A row that needs attention. */
export interface Trouble {
  readonly kind: string;
  readonly id: string;
  readonly name: ReactNode;
  readonly tone: Tone;
  readonly label: string;
}

interface Troubles {
  readonly troubles: readonly Trouble[];
  /** What they were read by. */
  readonly query: Again & { readonly error: unknown; readonly isPending: boolean };
}

/** Engines that do not run the present configuration, and rows that they do not take. */
export function useTroubles(): Troubles {
  const query = useRenders();
  const renders = query.data?.data ?? [];
  const engines = renders
    .map((render): Trouble => {
      const { tone, label } = engineState(render, Date.now());
      return { kind: kindNames.connector, id: render.connector_id, name: render.name, tone, label };
    })
    .filter(({ tone }) => rankOf(tone) < rankOf("good"));
  const refused = renders.flatMap(({ refusals }) =>
    refusals.map(({ resource, id }): Trouble => {
      const name = <Named key={id} kind={resource} id={id} />;
      return { kind: resource, id, name, tone: "warning", label: texts.notTaken };
    }),
  );
  return { troubles: [...engines, ...refused], query };
}
