/** A text whose value lives elsewhere, such as in the address, and arrives there a moment later. */
import { useState } from "react";

/** What is typed is shown at once and as it is; what comes from elsewhere, when nobody types. */
export function useOwnText(value: string, set: (text: string) => void) {
  const [typed, setTyped] = useState<string>();
  return {
    value: typed ?? value,
    onChange({ currentTarget }: { readonly currentTarget: { readonly value: string } }) {
      setTyped(currentTarget.value);
      set(currentTarget.value);
    },
    onBlur: () => setTyped(undefined),
  };
}
