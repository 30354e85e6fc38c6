/** Of dialogs that are open one over the other, Escape closes the uppermost alone. */
import { useEffect, useState } from "react";

let made = 0;
const open = new Set<Place>();
let taken: KeyboardEvent | undefined;

/**
 * Where a dialog stands among those that are open. Each of them asks its own, at the key, whether it is done with the key
 * already: it is for all but the uppermost, and for those below that become the uppermost by the same key.
 */
class Place extends WeakSet<KeyboardEvent> {
  // As they are drawn: what runs after it runs for the inner one first.
  readonly #order = ++made;

  override has(event: KeyboardEvent): boolean {
    return event === taken || [...open].some((other) => other.#order > this.#order);
  }

  override add(event: KeyboardEvent): this {
    taken = event;
    return this;
  }
}

/** What every dialog that is drawn has. One that is closed is not drawn at all: it would stand above. */
export function useUppermost() {
  const [place] = useState(() => new Place());
  useEffect(() => {
    open.add(place);
    return () => void open.delete(place);
  }, [place]);
  return { __handledEscapeEvents: place };
}
