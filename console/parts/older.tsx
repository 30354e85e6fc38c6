/** The button below a long past: its next page. */
import { PlainButton } from "./buttons.tsx";
import * as texts from "./texts.ts";

interface OlderProps {
  readonly of: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    fetchNextPage(): unknown;
  };
  readonly what: string;
}

export function Older({ of, what }: OlderProps) {
  if (!of.hasNextPage) return null;
  return (
    <PlainButton mt="md" onClick={() => of.fetchNextPage()} loading={of.isFetchingNextPage}>
      {texts.older(what)}
    </PlainButton>
  );
}
