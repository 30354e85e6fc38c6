/** A form that stays on its page: what is wrong with its fields is the service's to say. */
import type { ComponentProps } from "react";

interface FormProps extends Omit<ComponentProps<"form">, "onSubmit"> {
  readonly submit: () => unknown;
}

export function Form({ submit, ...form }: FormProps) {
  return (
    <form
      noValidate
      {...form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    />
  );
}
