/** A password that somebody chooses, with the rule that it has to keep. */
import { PasswordInput, type PasswordInputProps } from "@mantine/core";

const rule = "At least 8 characters and hard to guess, such as a few unrelated words.";

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
      // What is wrong says the rule too.
      description={rest.error === undefined ? rule : undefined}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  );
}
