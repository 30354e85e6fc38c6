/** Texts of users within Go's templates. */
import { expect, it } from "vitest";
import { literal } from "../../../src/renderers/prometheus/rule-file.ts";

it.each([
  ["plain {text}", "plain {text}"],
  ["{{ .Labels }}", '{{"{{"}} .Labels }}'],
  // The action behind it would begin with this brace.
  ["high{", 'high{{"{"}}'],
  ["{{{", '{{"{{"}}{{"{"}}'],
])("%s stands for itself", (text, written) => {
  expect(literal(text)).toBe(written);
});
