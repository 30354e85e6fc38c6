import { expect, test } from "vitest";
import { HeaderReader, HpackError, writeHeaders } from "../../../provider/wire/hpack.ts";

const bytes = (hex: string) => Buffer.from(hex.replaceAll(" ", ""), "hex");

/** RFC 7541, appendix C.4: three requests on one connection. */
const requests = [
  "8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff",
  "8286 84be 5886 a8eb 1064 9cbf",
  "8287 85bf 4088 25a8 49e9 5ba9 7d7f 8925 a849 e95b b8e8 b4bf",
];

test("requests with Huffman codes and a table that grows are read as the standard's examples say", () => {
  const reader = new HeaderReader();
  const first = [
    [":method", "GET"],
    [":scheme", "http"],
    [":path", "/"],
    [":authority", "www.example.com"],
  ];
  expect(reader.read(bytes(requests[0] as string))).toEqual(first);
  expect(reader.read(bytes(requests[1] as string))).toEqual([...first, ["cache-control", "no-cache"]]);
  expect(reader.read(bytes(requests[2] as string))).toEqual([
    [":method", "GET"],
    [":scheme", "https"],
    [":path", "/index.html"],
    [":authority", "www.example.com"],
    ["custom-key", "custom-value"],
  ]);
});

test("a table that was made smaller forgets its oldest headers", () => {
  const reader = new HeaderReader();
  reader.read(bytes(requests[0] as string));
  expect(reader.read(bytes("be"))).toEqual([[":authority", "www.example.com"]]);
  // To 0 bytes, and back to what was agreed.
  reader.read(bytes("20 3fe11f"));
  expect(() => reader.read(bytes("be"))).toThrow(HpackError);
});

test("what is written is read, a long value too", () => {
  const headers = [
    [":status", "200"],
    ["grpc-message", "x".repeat(500)],
  ] as const;
  expect(new HeaderReader().read(writeHeaders(headers))).toEqual(headers);
});

test.each([
  ["an index of nothing", "80"],
  ["an index behind the table", "be"],
  ["a text that is cut off", "0085 ffff"],
  ["a text that ends within a character", "0081 00 00"],
  ["a number without an end", "ff ffffffffffff"],
  ["a table beyond what was agreed", "3fe21f"],
])("%s ends the connection", (_what, hex) => {
  expect(() => new HeaderReader().read(bytes(hex))).toThrow(HpackError);
});
