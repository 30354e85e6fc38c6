/** The button below a long past: its next page. */
import { Button } from "@mantine/core";

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
    <Button mt="md" variant="default" onClick={() => of.fetchNextPage()} loading={of.isFetchingNextPage}>
      Older {what}
    </Button>
  );
}
