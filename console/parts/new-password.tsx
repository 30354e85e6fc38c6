/** A password that somebody chooses, with the rule that it has to keep. */
import { PasswordInput, type PasswordInputProps } from "@mantine/core";

interface Props extends Pick<PasswordInputProps, "label" | "error" | "withAsterisk"> {
  readonly value: string;
  readonly change: (value: string) => void;
}

export function NewPassword({ value, change, ...rest }: Props) {
  return (
    <PasswordInput
      {...rest}
      autoComplete="new-password"
      value={value}
      description="At least 8 characters, and not easy to guess: a few words that do not belong together are good."
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  );
}
