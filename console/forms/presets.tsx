/** What people often choose, one press away below an input. */
import { Button, Group } from "@mantine/core";
import * as texts from "./texts.ts";

export interface Preset {
  readonly text: string;
  /** Whether the input holds it now. */
  readonly chosen: boolean;
  readonly choose: () => void;
}

export function Presets({ presets }: { readonly presets: readonly Preset[] }) {
  if (presets.length === 0) return null;
  return (
    <Group gap={6} my={6} role="group" aria-label={texts.oftenChosen}>
      {presets.map(({ text, chosen, choose }) => (
        <Button
          key={text}
          size="compact-sm"
          fz="xs"
          variant={chosen ? "light" : "default"}
          fw={450}
          aria-pressed={chosen}
          onClick={choose}
        >
          {text}
        </Button>
      ))}
    </Group>
  );
}
