/** What a program said went wrong, as a sentence that may be kept: no planted secret survives. */
import { describe, expect, it } from "vitest";
import { sanitised } from "../../src/kernel/sanitised.ts";
import { fc, runs } from "../support/property.ts";

describe("a sentence", () => {
  it.each([
    ["connect ETIMEDOUT 10.0.0.1:443", "connect ETIMEDOUT 10.0.0.1:443"],
    ["line one\r\nline two\ttabbed\u2028three", "line one line two tabbed three"],
    ["\u001b[31;1mfailed\u001b[0m \u001b]0;title\u0007now\u009b2K!", "failed now!"],
    ["a\u0000b\u0007c\u202ed", "a b cd"],
    ["  ", ""],
    ["the key is not known", "the key is not known"],
    ["certificate has expired: CN=example.com", "certificate has expired: CN=example.com"],
    [
      "GET https://api.example.com:8443/v1/a@b?page=2 answered 403",
      "GET https://api.example.com:8443/v1/a@b?page=2 answered 403",
    ],
  ])("%j becomes %j", (text, sentence) => expect(sanitised(text)).toBe(sentence));

  it("has at most 300 characters", () => {
    expect(sanitised("é".repeat(5_000))).toBe(`${"é".repeat(299)}…`);
    expect(Array.from(sanitised("\u{1f600}".repeat(300)))).toHaveLength(300);
  });

  it.each([
    ["login failed: password=hunter2 for bob", "login failed: password=[redacted] for bob"],
    [
      "no luck with passwords=abc passphrases=d credentials=e",
      "no luck with passwords=[redacted] passphrases=[redacted] credentials=[redacted]",
    ],
    ['{"accesstokens":"a","ApiKeys":"b"}', '{"accesstokens":[redacted],"ApiKeys":[redacted]}'],
    ['{"api_key": "a b\\"c", "host": "db-1"}', '{"api_key": [redacted], "host": "db-1"}'],
    ["Authorization: Bearer abc.def-ghi was refused", "Authorization: [redacted] was refused"],
    ["with bearer abcdef123", "with bearer [redacted]"],
    ["postgres://svc:p/w#x@db:5432/app timed out", "postgres://[redacted]@db:5432/app timed out"],
    ["https://ghtoken@example.com/x", "https://[redacted]@example.com/x"],
    ["a -----BEGIN RSA PRIVATE KEY-----\nMIIE\nxyz\n-----END RSA PRIVATE KEY----- b", "a [redacted] b"],
    ["a -----BEGIN PRIVATE KEY-----\nMIIE", "a [redacted]"],
    ["curl --token s3cr3t failed", "curl --token [redacted] failed"],
    ["AKIAABCDEFGHIJKLMNOP is not allowed", "[redacted] is not allowed"],
    [
      "posting to https://hooks.slack.com/services/T0/B0/abc failed",
      "posting to https://hooks.slack.com/services/[redacted] failed",
    ],
  ])("%j becomes %j", (text, sentence) => expect(sanitised(text)).toBe(sentence));
});

/** Letters of any kind of secret, but no space and no quote, which would end it. */
const secret = fc
  .string({
    unit: fc.constantFrom(..."abcXYZ0189!$%^*_+~|/\\?<>.,;:#@=&()[]{}-é"),
    minLength: 6,
    maxLength: 60,
  })
  .map((text) => `s3${text}9z`);
const word = fc.constantFrom(
  "failed",
  "for",
  "10.0.0.1:443",
  "https://example.com/a?b=c",
  "-",
  "(401)",
  "it's",
);
const text = fc.array(word, { maxLength: 8 }).map((words) => words.join(" "));
const names = [
  ...["password", "PASSWORD", "db_password", "passwd", "pwd", "secret", "client_secret", "clientSecret"],
  ...[
    "token",
    "access_token",
    "accessToken",
    "apikey",
    "api_key",
    "api-key",
    "x-api-key",
    "AWS_SECRET_ACCESS_KEY",
  ],
  ...["passwords", "passphrases", "passcodes", "secrets", "tokens", "keys", "credentials"],
  ...["private_key", "key", "sig", "signature", "X-Amz-Signature", "credentials", "jwt", "session", "otp"],
];
const plants: readonly ((secret: string, name: string) => string)[] = [
  (value, name) => `${name}=${value}`,
  (value, name) => `${name}: ${value}`,
  (value, name) => `${name} = ${value}`,
  (value, name) => `"${name}":"${value.replace(/[\\"]/g, "")}"`,
  (value, name) => `\\"${name}\\": \\"${value.replace(/[\\"]/g, "")}\\"`,
  (value, name) => JSON.stringify({ [name]: `${value} with "quotes" ${value}` }),
  (value, name) => `'${name}' => '${value.replace(/'/g, "")}'`,
  (value, name) => `--${name} ${value}`,
  (value, name) => `https://example.com/x?a=b&${name}=${value}`,
  (value) => `Authorization: Bearer ${value}`,
  (value) => `authorization: Basic ${value}`,
  (value) => `Bearer ${value}`,
  (value) => `Cookie: a=b; sid=${value}`,
  (value) => `postgres://user:${value}@db.example.com:5432/app`,
  (value) => `https://${value.replace(/[/?#@\\]/g, "")}@example.com/`,
  (value) => `-----BEGIN PRIVATE KEY-----\n${value}\n${value}\n-----END PRIVATE KEY-----`,
  (value) => `-----BEGIN CERTIFICATE-----\r\n${value}`,
  (value) => `\u001b[31mtok\u200ben=\u001b[0m${value}`,
];

it("lets no planted secret through, whatever stands around it", () => {
  fc.assert(
    fc.property(
      text,
      text,
      secret,
      fc.constantFrom(...names),
      fc.constantFrom(...plants.keys()),
      fc.constantFrom(" ", "\n", "\t", "\r\n"),
      (before, after, value, name, plant, space) => {
        const planted = (plants[plant] as (typeof plants)[number])(value, name);
        const sentence = sanitised(`${before}${space}${planted}${space}${after}`);
        // No four characters in a row of its heart, which has none of what the text around it is made of.
        const heart = value.match(/s3[^\s]{4}/)?.[0] ?? value;
        expect([sentence, sentence.includes(heart)]).toEqual([sentence, false]);
        expect(sentence).toMatch(/^[^\p{Cc}\u2028\u2029]*$/u);
        expect(Array.from(sentence).length).toBeLessThanOrEqual(300);
      },
    ),
    { numRuns: runs(3_000) },
  );
});

it("takes no longer for what was made to cost time", () => {
  const hostile = [
    "://a:",
    "\u001b[",
    "\u001b]",
    "a=",
    "token=",
    "-----BEGIN ",
    '\\"',
    "a".repeat(9),
    "sk-",
    "eyJa",
    "bearer ",
    "@",
    "--a ",
  ];
  // Read is what a harmless text of the same length is read of: a bound on length, and none of these runs away.
  for (const piece of hostile) expect(sanitised(piece.repeat(200_000)).length).toBeLessThanOrEqual(600);
});
