/** What each part of a rota's card is about, and by which clock it shows times. */
import { type Handing, type RotaSeen, useReader } from "./use-on-call.ts";

export interface RotaProps {
  readonly rota: RotaSeen;
  readonly hand: (handing: Handing) => void;
}

/** The zone whose clock a rota's times are shown on. */
export function useShownZone({ zone }: Pick<RotaSeen, "zone">): string {
  const { own, ownZone } = useReader();
  return own ? ownZone : zone;
}
