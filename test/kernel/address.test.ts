import { expect, it } from "vitest";
import { addressAllowed, networkOf } from "../../src/kernel/address.ts";

it.each<[boolean, string | undefined, readonly string[]]>([
  [true, undefined, []],
  [false, undefined, ["0.0.0.0/0"]],
  [true, "192.0.2.7", ["198.51.100.0/24", "192.0.2.0/24"]],
  [false, "192.0.3.7", ["198.51.100.0/24", "192.0.2.0/24"]],
  [true, "::ffff:192.0.2.7", ["192.0.2.0/24"]],
  [true, "192.0.2.7", ["::ffff:192.0.2.0/120"]],
  [true, "::ffff:192.0.2.7", ["::ffff:192.0.2.7/128"]],
  [false, "192.0.3.7", ["::ffff:192.0.2.0/120"]],
  [true, "2001:db8::1", ["2001:db8::/32"]],
  [false, "192.0.2.7", ["::/0"]],
  [false, "2001:db8::1", ["0.0.0.0/0"]],
  [false, "unix", ["0.0.0.0/0", "::/0"]],
])("%s: %s among %j", (allowed, address, ranges) => {
  expect(addressAllowed(address, ranges)).toBe(allowed);
});

it.each([
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:DB8:1:2::", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8::/64"],
  ["nonsense", "unknown"],
  [undefined, "unknown"],
])("counts %s as %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
